import Foundation

/// The available templates: the built-in ones, and the project's own in `.viper-templates`.
package struct TemplateCatalog {
  static let folderName = ".viper-templates"

  /// The folders by name. The project's own template replaces a built-in one of the same name.
  private let folders: [String: URL]
  private let own: Set<String>

  package init(of folder: URL) {
    let mine = Self.templates(in: folder.appending(path: Self.folderName))
    // Xcode puts resources into a folder of the bundle.
    let bundle = Bundle.module, resources = bundle.resourceURL ?? bundle.bundleURL
    let all = Self.templates(in: resources.appending(path: "Templates")) + mine
    folders = Dictionary(all.map { ($0.lastPathComponent, $0) }) { $1 }
    own = Set(mine.map(\.lastPathComponent))
  }

  package var names: [String] { folders.keys.sorted() }

  /// The folder itself if it is a template, otherwise the templates' folders in it.
  static func templates(in folder: URL) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    if names.contains(TemplateManifest.fileName) { return [folder] }
    return names.sorted().map { folder.appending(path: $0) }.filter {
      FileManager.default.fileExists(atPath: $0.appending(path: TemplateManifest.fileName).path)
    }
  }

  package func template(_ name: String) throws(GeneratorFailure) -> Template {
    if let folder = folders[name] { return try Template(at: folder) }
    throw .missing("there is no template \(GeneratorFailure.unknown(name, in: names))")
  }

  /// One line for each template whose name or description contains all of `words`, ignoring case.
  func list(_ words: [String]) throws(GeneratorFailure) -> [String] {
    var rows: [(String, String)] = []
    for name in names {
      let description = try template(name).manifest.description, text = "\(name) \(description)".lowercased()
      guard words.allSatisfy({ text.contains($0.lowercased()) }) else { continue }
      rows.append((name, description + (own.contains(name) ? " (this project's)" : "")))
    }
    guard rows.isEmpty else { return GeneratorArguments.rows(rows) }
    return ["no template has '\(words.joined(separator: " "))' in its name or description; template list shows all"]
  }

}
