import Foundation

/// The targets of a `Package.swift`, as `swift package dump-package` describes them.
package struct PackageManifest: Equatable {
  package struct Target: Equatable {
    package let name: String
    package let isTest: Bool
    /// Relative to the package's folder.
    package let path: String
    package let layout: Layout
    /// Names of targets and products.
    package let dependencies: [String]
  }

  /// How the folder of a target was found.
  package enum Layout: Equatable {
    /// The manifest names it.
    case named
    /// SwiftPM's default: `Sources/NAME`.
    case own
    /// All of `Sources`: the target is the only one there, and has no folder of its own.
    case shared
    /// There is no folder yet.
    case missing
  }

  package let targets: [Target]
  /// The name by which the manifest depends on the package of the libraries; `swift-viper` if it does not.
  package let library: String

  /// - Parameters:
  ///   - description: the JSON that `swift package dump-package` prints.
  ///   - isFolder: whether there is a folder at a path, which is absolute or relative to the package's folder.
  /// - Throws: `DecodingError`.
  package init(_ description: Data, isFolder: (String) -> Bool = { _ in true }) throws {
    let package = try JSONDecoder().decode(Description.self, from: description), described = package.targets
    let used = described.lazy.flatMap(\.dependencies).first {
      $0.package != nil && $0.names.contains(where: LibraryTypes.isLibrary)
    }
    let declared = package.dependencies?.flatMap { $0.values.joined() }.first { dependency in
      dependency.identity.contains("viper") || dependency.path.map { isFolder("\($0)/Sources/VIPER") } == true
    }
    library = used?.package ?? declared?.nameForTargetDependencyResolutionOnly ?? declared?.identity ?? "swift-viper"
    targets = described.compactMap { target in
      // No module goes into a plugin, a macro, or a target without Swift code.
      guard ["regular", "executable", "test"].contains(target.type) else { return nil }
      let isOnly = described.count { $0.isTest == target.isTest && $0.type != "plugin" } == 1
      let found = Self.place(of: target.name, isTest: target.isTest, isOnly: isOnly, isFolder)
      return Target(
        name: target.name, isTest: target.isTest, path: target.path.map(Self.normalized) ?? found.path,
        layout: target.path == nil ? found.layout : .named, dependencies: target.dependencies.flatMap(\.names))
    }
  }

  /// Where SwiftPM looks for a target without a path.
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

  /// The target with that name, and the targets of this package that it depends on, directly or not.
  func targets(below name: String) -> [Target] {
    var names = [name], index = 0
    while index < names.count {
      for next in target(names[index])?.dependencies ?? [] where !names.contains(next) { names.append(next) }
      index += 1
    }
    return names.compactMap(target)
  }

  private static func normalized(_ path: String) -> String {
    path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }
}

/// The part of the JSON that is read here.
private struct Description: Decodable {
  struct Target: Decodable {
    let name: String
    let type: String
    let path: String?
    let dependencies: [Dependency]

    var isTest: Bool { type == "test" }
  }

  /// An object with one key for the kind; its value is an array that begins with the name.
  struct Dependency: Decodable {
    let names: [String]
    /// The package of a product, where the manifest names it.
    let package: String?

    init(from decoder: any Decoder) throws {
      let kinds = try decoder.singleValueContainer().decode([String: [Part]].self)
      names = kinds.values.compactMap { $0.first?.text }
      package = kinds["product"]?.dropFirst().first?.text
    }
  }

  /// A text, or a value of another type.
  struct Part: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws { text = try? decoder.singleValueContainer().decode(String.self) }
  }

  /// A package that the manifest depends on.
  struct Package: Decodable {
    /// The last part of its path or of its address.
    let identity: String
    /// Its name in dependencies of targets, if that is another one.
    let nameForTargetDependencyResolutionOnly: String?
    /// Its folder, if it is on this machine.
    let path: String?
  }

  let targets: [Target]
  /// Each is an object with one key for the kind; its value is an array of one.
  let dependencies: [[String: [Package]]]?
}
