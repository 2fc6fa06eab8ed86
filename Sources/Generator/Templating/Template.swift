import Foundation

/// A folder of Swift files that compile as they are, with `__Name__` where a module's name will be.
///
///     template.json         what it says of itself
///     Code                  the module's files
///     Tests                 their tests
///     Flows                 recorded sessions; tests find them in `../Flows`
package struct Template: Equatable {
  package let manifest: TemplateManifest
  /// The manifest as it is written: it may say more than is read of it.
  let manifestText: String
  package let folder: URL
  /// The texts of its files, from the folder on, in the order of their names.
  package let files: [File]

  package struct File: Equatable {
    package let path: String
    package let text: String
  }

  /// The kinds of files, by the folders they are in.
  package static let folders = ["Code", "Tests", "Flows"]

  /// Reads a folder; says what is missing.
  package init(at folder: URL, _ disk: any ProjectFiles) throws(GeneratorFailure) {
    let file = folder.appending(path: TemplateManifest.fileName)
    do {
      guard let text = try disk.text(of: file) else {
        throw GeneratorFailure.missing("\(folder.path) is no template: there is no \(TemplateManifest.fileName) in it")
      }
      manifest = try TemplateManifest(text, file: file.path)
      manifestText = text
      // From the template's own folder on, so that no link leads out of it.
      let paths = disk.files(in: folder)
      files = try Self.folders.flatMap { name in
        try paths.filter { $0.hasPrefix("\(name)/") }.map { path in
          File(path: path, text: try disk.text(of: folder.appending(path: path)) ?? "")
        }
      }
    } catch let failure as GeneratorFailure {
      throw failure
    } catch {
      throw .refused("the template \(folder.path) cannot be read: \(error.localizedDescription)")
    }
    self.folder = folder
    guard files.contains(where: { $0.path.hasPrefix("Code/") && $0.path.hasSuffix(".swift") }) else {
      throw .refused("the template \(folder.path) has no Swift file in Code: there is nothing to make a module of")
    }
    // A file that every module would write to the same place would be another module's.
    if let odd = files.first(where: { $0.path.hasSuffix(".swift") && !$0.path.contains("__Name__") }) {
      throw .refused("the template \(folder.path) has a file without __Name__ in its name, \(odd.path): rename it")
    }
  }

  /// One that is made, and written nowhere yet.
  init(_ manifest: TemplateManifest, at folder: URL, _ files: [File]) {
    self.manifest = manifest
    manifestText = manifest.text
    self.folder = folder
    self.files = files
  }

  package var layers: [TemplateManifest.Layer] { manifest.layers ?? [] }

  /// The files without those of layers that are left out.
  func files(without layers: Set<String>) -> [File] {
    let gone = self.layers.filter { layers.contains($0.name) }.flatMap(\.files)
    return files.filter { file in !gone.contains { file.path == $0 || file.path.hasPrefix($0 + "/") } }
  }
}
