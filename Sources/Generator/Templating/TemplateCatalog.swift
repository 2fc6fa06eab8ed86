import Foundation
import PlainText

/// The available templates: the built-in ones, and the project's own in `.viper-templates`.
package struct TemplateCatalog {
  package static let folderName = ".viper-templates"

  package struct Entry: Equatable {
    package let name: String
    package let folder: URL
    package let isOwn: Bool
  }

  package let entries: [Entry]
  private let files: any ProjectFiles

  /// - Parameters:
  ///   - folder: the package's folder.
  ///   - builtIn: the folder of the built-in templates.
  package init(of folder: URL, builtIn: URL, _ files: any ProjectFiles) {
    self.files = files
    let own = Self.templates(in: folder.appending(path: Self.folderName), files).map {
      Entry(name: $0.lastPathComponent, folder: $0, isOwn: true)
    }
    let others = Self.templates(in: builtIn, files).map {
      Entry(name: $0.lastPathComponent, folder: $0, isOwn: false)
    }
    // The project's own template replaces a built-in one of the same name.
    entries = (own + others.filter { other in !own.contains { $0.name == other.name } }).sorted { $0.name < $1.name }
  }

  /// The folder itself if it is a template, otherwise the templates' folders in it.
  static func templates(in folder: URL, _ files: any ProjectFiles) -> [URL] {
    let paths: [[Substring]] = files.files(in: folder).map { $0.split(separator: "/") }
    let manifests = paths.filter { path in path.count <= 2 && path.last == TemplateManifest.fileName[...] }
    if manifests.contains(where: { $0.count == 1 }) { return [folder] }
    return manifests.map { folder.appending(path: String($0[0])) }
  }

  /// The template of that name.
  package func template(_ name: String) throws(GeneratorFailure) -> Template {
    if let entry = entries.first(where: { $0.name == name }) { return try Template(at: entry.folder, files) }
    let names = entries.map(\.name), near = NearMiss.nearest(to: name, in: names).map { "did you mean \($0)?" }
    throw .missing("there is no template '\(name)'; \(near ?? "there are \(names.joined(separator: ", "))")")
  }

  /// All templates.
  func all() throws(GeneratorFailure) -> [Template] {
    var templates: [Template] = []
    for entry in entries { templates.append(try Template(at: entry.folder, files)) }
    return templates
  }

  /// One line for each template whose name or description contains all of `words`, ignoring case.
  package func list(_ words: [String] = []) throws(GeneratorFailure) -> [String] {
    var lines: [(name: String, text: String)] = []
    for entry in entries {
      let manifest = try Template(at: entry.folder, files).manifest
      let text = "\(entry.name) \(manifest.description)".lowercased()
      guard words.allSatisfy({ text.contains($0.lowercased()) }) else { continue }
      lines.append((entry.name, manifest.description + (entry.isOwn ? " (this project's)" : "")))
    }
    return SummaryTable.rows(lines.map { ($0.name, $0.text) })
  }

  /// A table of a template's manifest and files, for the user.
  package static func details(_ template: Template) -> [String] {
    let manifest = template.manifest
    var rows = [("template", "\(manifest.name): \(manifest.description)")]
    for (name, value) in [("author", manifest.author), ("version", manifest.version), ("license", manifest.license)] {
      if let value { rows.append((name, value)) }
    }
    for folder in Template.folders {
      let files = template.files.filter { $0.path.hasPrefix(folder + "/") }
      if !files.isEmpty { rows.append((folder.lowercased(), files.map(\.path).joined(separator: "\n"))) }
    }
    let more = template.layers.compactMap { layer in
      layer.dependencies.map { "with \(layer.name): \($0.joined(separator: ", "))" }
    }
    rows.append(("needs", ([manifest.dependencies.joined(separator: ", ")] + more).joined(separator: "; ")))
    if let products = manifest.testDependencies, !products.isEmpty {
      rows.append(("tests need", products.joined(separator: ", ")))
    }
    for layer in template.layers { rows.append(("--without", "\(layer.name): \(layer.description)")) }
    for parameter in manifest.parameters ?? [] {
      rows.append(("--set", "\(parameter.name)=\(parameter.value): \(parameter.description)"))
    }
    return SummaryTable.rows(rows)
  }
}
