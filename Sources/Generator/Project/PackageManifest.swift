/// What the generator has to know of a `Package.swift`. It is read as text, not run: that takes no time, and works inside a
/// plugin, too. Targets that are made by code are not seen.
package struct PackageManifest: Equatable {
  package struct Target: Equatable {
    package let name: String
    package let isTest: Bool
    /// From the package's folder on.
    package let path: String
    /// Targets and products by name.
    package let dependencies: [String]
  }

  package let targets: [Target]

  package init(_ text: String) {
    let swift = SwiftText(text)
    let kinds = [(".target(", "Sources"), (".executableTarget(", "Sources"), (".testTarget(", "Tests")]
    let calls = kinds.flatMap { kind, folder in
      swift.positions(of: kind).compactMap { position in
        swift.inside(position + kind.utf8.count - 1).map { (inside: $0, folder: folder) }
      }
    }
    // `.target(name:)` is also how a target names one that it depends on.
    let outermost = calls.filter { call in
      !calls.contains { $0.inside != call.inside && $0.inside.contains(call.inside.lowerBound) }
    }
    targets = outermost.sorted { $0.inside.lowerBound < $1.inside.lowerBound }.compactMap { inside, folder in
      let arguments = swift.arguments(in: inside)
      guard let name = arguments["name"].flatMap(swift.string) else { return nil }
      return Target(
        name: name, isTest: folder == "Tests",
        path: arguments["path"].flatMap(swift.string).map(Self.normalized) ?? "\(folder)/\(name)",
        dependencies: arguments["dependencies"].map { Self.dependencies(in: $0, of: swift) } ?? [])
    }
  }

  /// The target with that name.
  package func target(_ name: String) -> Target? { targets.first { $0.name == name } }

  /// The targets of this package that one is made of: itself first, and all it depends on.
  func targets(below name: String) -> [Target] {
    var names = [name], index = 0
    while index < names.count {
      for next in target(names[index])?.dependencies ?? [] where !names.contains(next) { names.append(next) }
      index += 1
    }
    return names.compactMap(target)
  }

  private static func dependencies(in range: Range<Int>, of swift: SwiftText) -> [String] {
    guard range.count > 1 else { return [] }
    return swift.parts(of: (range.lowerBound + 1)..<(range.upperBound - 1)).compactMap(swift.string)
  }

  private static func normalized(_ path: String) -> String {
    path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }
}
