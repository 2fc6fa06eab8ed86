import Foundation

/// The package that modules are written into.
package struct Project {
  package let folder: URL
  package let manifest: PackageManifest
  package let defaults: ProjectDefaults
  let files: any ProjectFiles

  /// The folder of a package: the given one if `Package.swift` is in it, or else the nearest above.
  static func folder(at start: URL, _ files: any ProjectFiles) throws(GeneratorFailure) -> URL {
    var folder = start.standardizedFileURL
    while !files.exists(folder.appending(path: "Package.swift")) {
      guard folder.path != "/" else {
        throw .missing(
          "there is no Package.swift in \(start.path) or above; go to a package, or make one with swift package init")
      }
      folder.deleteLastPathComponent()
    }
    return folder
  }

  /// The package in a folder.
  ///
  /// - Parameter description: its manifest, as ``SwiftPackage/description(of:)`` gives it.
  package init(in folder: URL, _ description: Data, _ files: any ProjectFiles) throws(GeneratorFailure) {
    self.folder = folder
    self.files = files
    do {
      manifest = try PackageManifest(description) { path in
        files.isFolder(path.hasPrefix("/") ? URL(fileURLWithPath: path) : folder.appending(path: path))
      }
      let text = try files.text(of: folder.appending(path: ProjectDefaults.fileName))
      defaults = try text.map { try ProjectDefaults($0, file: ProjectDefaults.fileName) } ?? ProjectDefaults()
    } catch let failure as GeneratorFailure {
      throw failure
    } catch {
      throw .refused("\(folder.path) cannot be read: \(error.localizedDescription)")
    }
  }

  /// The text of a file of the package; nil if there is no such file.
  package func text(_ path: String) throws(GeneratorFailure) -> String? {
    do { return try files.text(of: folder.appending(path: path)) } catch {
      throw .refused("\(path) cannot be read: \(error.localizedDescription)")
    }
  }

  /// The Swift files of a target, relative to the package's folder, without those in other targets' folders.
  func swiftFiles(of target: PackageManifest.Target) -> [String] {
    let others = manifest.targets.map(\.path).filter { $0 != target.path && PackagePath.isBelow(target.path, $0) }
    return files.files(in: folder.appending(path: target.path)).filter { $0.hasSuffix(".swift") }
      .map { PackagePath.joined(target.path, $0) }
      .filter { file in !others.contains { file.hasPrefix($0 + "/") } }
  }

  /// The target a file belongs to.
  func target(of file: String) -> PackageManifest.Target? {
    manifest.targets.filter { PackagePath.isBelow($0.path, file) }.max { $0.path.count < $1.path.count }
  }

  /// The configuration of the formatter for this project; nil if there is none.
  var formatConfiguration: URL? {
    var folder = folder
    while true {
      let file = folder.appending(path: SwiftFormat.fileName)
      if files.exists(file) { return file }
      if folder.path == "/" { return nil }
      folder.deleteLastPathComponent()
    }
  }

  /// The user's path, relative to the package's folder. A path that leads out of the package is refused.
  static func path(
    _ given: String, of option: String, suchAs example: String = "Sources/App"
  ) throws(GeneratorFailure) -> String {
    let parts = given.split(separator: "/").filter { $0 != "." }
    guard !given.hasPrefix("/"), !parts.contains(".."), !parts.isEmpty else {
      throw .usage("--\(option) cannot be '\(given)': write a path inside of the package, such as \(example)")
    }
    return parts.joined(separator: "/")
  }
}
