import Foundation

/// Conflicts of a new module with other names in the package.
struct ModuleConflicts {
  private let name: ModuleName
  private let place: ModulePlace
  private let project: Project
  /// The module's own files, which may already exist.
  private let own: Set<String>

  init(_ name: ModuleName, at place: ModulePlace, in project: Project, besides own: Set<String>) {
    self.name = name
    self.place = place
    self.project = project
    self.own = own
  }

  /// Refuses names of files and types that are already used in the same target, or twice in the module.
  func check(_ texts: [String: String]) throws(GeneratorFailure) {
    for (target, folder) in [(place.target, place.modules), (place.testTarget, place.tests)] {
      let new = texts.filter { PackagePath.isBelow(folder, $0.key) && $0.key.hasSuffix(".swift") }
      var types: [String: String] = [:], names: [String: String] = [:]
      for (path, text) in new.sorted(by: { $0.key < $1.key }) {
        names[Self.lastPart(path)] = path
        for type in DeclaredTypes.names(in: text) {
          if let other = types.updateValue(path, forKey: type) {
            throw .usage("\(type) would be declared twice, in \(other) and in \(path): choose other values for --set")
          }
          if let library = LibraryTypes.library(of: type) {
            throw .refused(
              "the library \(library) already has a type \(type), which the one in \(path) would hide. "
                + "Choose another name")
          }
        }
      }
      guard let target, !new.isEmpty else { continue }
      try checkLayout(of: target, texts.keys)
      for path in project.swiftFiles(of: target) where !own.contains(path) {
        if names[Self.lastPart(path)] != nil {
          throw .refused("there is already a file \(path), and file names are unique in a target. Choose another name")
        }
        guard let text = try project.text(path),
          let type = DeclaredTypes.names(in: text).first(where: { types[$0] != nil })
        else { continue }
        throw .refused("\(type) is already declared, in \(path). Choose another name")
      }
    }
  }

  /// Refuses to create a folder that SwiftPM would from then on take for the target's folder, in place of its current files.
  private func checkLayout(
    of target: PackageManifest.Target, _ paths: some Collection<String>
  ) throws(GeneratorFailure) {
    let hint = "write path: \"…\" for the target in Package.swift"
    switch target.layout {
    case .named, .own: break
    case .shared:
      let own = "\(target.path)/\(target.name)"
      guard let path = paths.filter({ PackagePath.isBelow(own, $0) }).min() else { return }
      throw .refused(
        "\(path) would make \(own) the folder of the target '\(target.name)', which is \(target.path) now. "
          + "Choose another name or place, or \(hint)")
    case .missing:
      let folder = String(target.path.dropLast(target.name.count + 1))
      let files = project.files.files(in: project.folder.appending(path: folder))
      guard let file = files.first(where: { $0.hasSuffix(".swift") && !$0.contains("/") }) else { return }
      throw .refused(
        "there is no folder \(target.path) yet; once there is one, \(folder)/\(file) is no longer part of the target "
          + "'\(target.name)'. Move it there, or \(hint)")
    }
  }

  /// Refuses a route whose name is already used, as a navigator would.
  func checkRoute(_ graph: RouteGraph) throws(GeneratorFailure) {
    guard let path = graph.file(declaring: name.route) else { return }
    throw .refused("the route '\(name.route)' is already declared, in \(path). Choose another name")
  }

  /// The texts of the module's target, of another target, and of all their dependencies, without the module's own files.
  func sources(
    alsoOf root: PackageManifest.Target?
  ) throws(GeneratorFailure) -> [(path: String, text: String)] {
    var sources: [(path: String, text: String)] = [], seen: Set<String> = []
    for target in [root ?? place.target, place.target].flatMap({ project.manifest.targets(below: $0.name) }) {
      guard seen.insert(target.name).inserted else { continue }
      for path in project.swiftFiles(of: target) where !own.contains(path) {
        sources.append((path, try project.text(path) ?? ""))
      }
    }
    return sources
  }

  private static func lastPart(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}
