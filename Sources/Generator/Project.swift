import Foundation
import PlainText

/// The package that modules are written into.
struct Project {
  /// The defaults for all modules, saved as `.viper-generate.json` in the package's folder.
  struct Defaults: Codable {
    static let fileName = ".viper-generate.json"

    var author: String?, company: String?, template: String?
    /// The target, the folders for a module's files, and the file of the composition root.
    var target: String?, modules: String?, tests: String?, flows: String?, root: String?
    /// The sources of `template install`.
    var templates: [String]?
  }

  let folder: URL
  let targets: [Target]
  let defaults: Defaults
  let environment: GeneratorEnvironment

  /// The package in the current folder, or else in the nearest folder above. SwiftPM reads its manifest.
  init(_ environment: GeneratorEnvironment) throws(GeneratorFailure) {
    let start = environment.folder, scratch = GeneratorEnvironment.temporaryFolder()
    var folder = start
    while !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
      guard folder.path != "/" else {
        throw .missing("there is no Package.swift in \(start.path) or above; go to a package, or swift package init")
      }
      folder.deleteLastPathComponent()
    }
    (self.folder, self.environment) = (folder, environment)
    // The package's own `.build` is locked while a plugin runs. A plugin runs in a sandbox already, and sandboxes do not nest.
    defer { try? FileManager.default.removeItem(at: scratch) }
    let words = ["swift", "package", "--scratch-path", scratch.path, "--disable-sandbox", "dump-package"]
    let answer = try environment.output(of: words, in: folder)
    guard let description = answer.text else {
      throw .refused("SwiftPM cannot read Package.swift: \(answer.reason). Correct the manifest, and try again")
    }
    do { targets = try JSONDecoder().decode(Manifest.self, from: Data(description.utf8)).targets } catch {
      throw .json("the answer of swift package dump-package", error, "Use the toolchain that builds this package")
    }
    let text = try Self.text(of: folder.appending(path: Defaults.fileName)) ?? "{}"
    do { defaults = try JSONDecoder().decode(Defaults.self, from: Data(text.utf8)) } catch {
      throw .json(Defaults.fileName, error, "Correct it, or remove it and run setup")
    }
  }

  /// The text of a file; nil if there is none.
  static func text(of file: URL) throws(GeneratorFailure) -> String? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    do { return try String(contentsOf: file, encoding: .utf8) } catch {
      throw .refused("\(file.path) cannot be read: \(ErrorText.of(error))")
    }
  }

  static func isFolder(_ url: URL) -> Bool { (try? FileManager.default.contentsOfDirectory(atPath: url.path)) != nil }

  /// The files in a folder and its subfolders, relative to it and sorted; none if there is no such folder. Leaves out hidden files and
  /// links, so that the template of a stranger cannot copy a user's files.
  static func files(in folder: URL) -> [String] {
    let path = folder.resolvingSymlinksInPath().path, disk = FileManager.default, all = disk.enumerator(atPath: path)
    var files: [String] = []
    while let file = all?.nextObject() as? String {
      if file.split(separator: "/").last?.hasPrefix(".") == true {
        all?.skipDescendants()
      } else if (try? disk.attributesOfItem(atPath: "\(path)/\(file)"))?[.type] as? FileAttributeType == .typeRegular {
        files.append(file)
      }
    }
    return files.sorted()
  }

  /// The files in folders of the package, relative to the package's folder.
  func files(in folders: [String]) -> [String] {
    folders.flatMap { path in
      Self.files(in: folder.appending(path: path)).map { path.isEmpty ? $0 : "\(path)/\($0)" }
    }
  }

  /// The folder of a target, as SwiftPM finds it: the one that the manifest names, the one of its name, or all of `Sources` or `Tests`
  /// for the only target there. It is empty for the package's own folder.
  func path(of target: Target) -> String {
    if let path = target.path { return path.split(separator: "/").filter { $0 != "." }.joined(separator: "/") }
    let parent = target.type == "test" ? "Tests" : "Sources", own = "\(parent)/\(target.name)"
    let isOnly = targets.count { ($0.type == "test") == (target.type == "test") && $0.type != "plugin" } == 1
    func isThere(_ path: String) -> Bool { Self.isFolder(folder.appending(path: path)) }
    return isOnly && isThere(parent) && !isThere(own) ? parent : own
  }

  /// The target that a file belongs to.
  func target(of file: String) -> Target? {
    let owners = targets.filter { Self.contains(path(of: $0), file) }
    return owners.max { path(of: $0).count < path(of: $1).count }
  }

  /// Whether a path is a folder, or below it.
  static func contains(_ folder: String, _ path: String) -> Bool {
    folder.isEmpty || path == folder || path.hasPrefix(folder + "/")
  }

  /// The user's path for an option. A path that leads out of the package is refused.
  static func path(_ given: String?, for option: String) throws(GeneratorFailure) -> String? {
    guard let given else { return nil }
    let parts = given.split(separator: "/").filter { $0 != "." }
    guard !given.hasPrefix("/"), !parts.contains(".."), !parts.isEmpty else {
      throw .usage("--\(option) cannot be '\(given)': write a path inside of the package, such as Sources/App")
    }
    return parts.joined(separator: "/")
  }
}

/// A target, as `swift package dump-package` describes it.
struct Target: Decodable {
  let name: String, type: String
  /// The folder, if the manifest names it.
  let path: String?
  fileprivate let dependencies: [Dependency]

  /// Whether it depends on the target or product of that name.
  func depends(on name: String) -> Bool { dependencies.contains { $0.name == name } }
}

private struct Manifest: Decodable { let targets: [Target] }

private struct Dependency: Decodable {
  let name: String

  private enum Kind: String, CodingKey { case byName, target, product }

  /// The JSON is `{"product": ["VIPER", "swift-viper", null, null]}`, or `{"byName": ["App", null]}`.
  init(from decoder: any Decoder) throws {
    let kinds = try decoder.container(keyedBy: Kind.self)
    var values = try kinds.nestedUnkeyedContainer(forKey: kinds.allKeys.first ?? .byName)
    name = try values.decode(String.self)
  }
}
