/// What the generator has to know of a `Package.swift`. It is read as text, not run: that takes no time, and works inside a
/// plugin, too. Targets that are made by code are not seen.
package struct PackageManifest: Equatable {
  package struct Target: Equatable {
    package let name: String
    package let isTest: Bool
    /// From the package's folder on.
    package let path: String
    package let layout: Layout
    /// Targets and products by name.
    package let dependencies: [String]
  }

  /// How a target's folder is known.
  package enum Layout: Equatable {
    /// The manifest names it.
    case named
    /// It is where SwiftPM looks first: `Sources/NAME`.
    case own
    /// It is all of `Sources`: the target is the only one there, and has no folder of its own.
    case shared
    /// There is none yet.
    case missing
  }

  package let targets: [Target]

  /// - Parameter isFolder: whether a path, from the package's folder on, is a folder's: where a target is depends on that.
  package init(_ text: String, isFolder: (String) -> Bool = { _ in true }) {
    let swift = SwiftText(text)
    let calls = Self.kinds.flatMap { kind in
      swift.positions(of: kind.call).compactMap { position in
        swift.inside(position + kind.call.utf8.count - 1).map { (inside: $0, kind: kind) }
      }
    }
    // `.target(name:)` is also how a target names one that it depends on.
    let outermost = calls.filter { call in
      !calls.contains { $0.inside != call.inside && $0.inside.contains(call.inside.lowerBound) }
    }
    targets = outermost.sorted { $0.inside.lowerBound < $1.inside.lowerBound }.compactMap { inside, kind in
      let arguments = swift.arguments(in: inside)
      guard kind.hasModules, let name = arguments["name"].flatMap(swift.string) else { return nil }
      let named = arguments["path"].flatMap(swift.string).map(Self.normalized)
      let isOnly = outermost.count { $0.kind.isTest == kind.isTest } == 1
      let found = Self.place(of: name, isTest: kind.isTest, isOnly: isOnly, isFolder)
      return Target(
        name: name, isTest: kind.isTest, path: named ?? found.path, layout: named == nil ? found.layout : .named,
        dependencies: arguments["dependencies"].map { Self.dependencies(in: $0, of: swift) } ?? [])
    }
  }

  /// What makes targets. Those that modules are no part of count, too, where one has to be the only one.
  private static let kinds: [(call: String, isTest: Bool, hasModules: Bool)] = [
    (".target(", false, true), (".executableTarget(", false, true), (".testTarget(", true, true),
    (".macro(", false, false), (".systemLibrary(", false, false), (".binaryTarget(", false, false),
  ]

  /// Where SwiftPM looks for a target whose path is not said.
  private static func place(
    of name: String, isTest: Bool, isOnly: Bool, _ isFolder: (String) -> Bool
  ) -> (path: String, layout: Layout) {
    let folders = isTest ? ["Tests"] : ["Sources", "Source", "src", "srcs"]
    let folder = folders.first(where: isFolder) ?? folders[0], own = "\(folder)/\(name)"
    if isFolder(own) { return (own, .own) }
    return isOnly && isFolder(folder) ? (folder, .shared) : (own, .missing)
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
