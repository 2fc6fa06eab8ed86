import Foundation

/// A folder of Swift files that compile as they are, with `__Name__` in place of the module's name.
///
///     template.json         the manifest
///     Code                  the module's files
///     Tests                 their tests
///     Flows                 recorded sessions; tests find them in `../Flows`
package struct Template: Equatable {
  package let manifest: TemplateManifest
  /// The text of the manifest, which may contain further values.
  let manifestText: String
  package let folder: URL
  /// The files with their texts, relative to the folder and sorted by name.
  package let files: [File]

  package struct File: Equatable {
    package let path: String
    package let text: String
  }

  /// The folders, one for each kind of file.
  package static let folders = ["Code", "Tests", "Flows"]

  /// Reads a folder. The error names the missing part.
  package init(at folder: URL, _ disk: any ProjectFiles) throws(GeneratorFailure) {
    let file = folder.appending(path: TemplateManifest.fileName)
    do {
      guard let text = try disk.text(of: file) else {
        throw GeneratorFailure.missing("\(folder.path) is not a template: it has no \(TemplateManifest.fileName)")
      }
      manifest = try TemplateManifest(text, file: file.path)
      manifestText = text
      // Listed from the template's own folder, so that links out of it are left out.
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
      throw .refused("the template \(folder.path) has no Swift file in Code, so it cannot make a module")
    }
    // Every module would write this file to the same path.
    if let odd = files.first(where: { $0.path.hasSuffix(".swift") && !$0.path.contains("__Name__") }) {
      throw .refused("the template \(folder.path) has a file without __Name__ in its name, \(odd.path): rename it")
    }
  }

  /// A new template, which is not yet written.
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
