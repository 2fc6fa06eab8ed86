import Foundation

/// The files in the folders of a module that is about to be written.
struct ExistingModule {
  /// The files in its folders, relative to the package's folder.
  let files: [String]
  /// The files that each template writes for a module of this name.
  private let written: [(template: String, paths: Set<String>)]
  private let name: String
  private let folder: String

  init(_ name: ModuleName, at place: ModulePlace, in project: Project, _ templates: [Template]) {
    self.name = name.type
    folder = PackagePath.joined(place.modules, name.type)
    files = place.folders(of: name.type).flatMap { path in
      project.files.files(in: project.folder.appending(path: path)).map { "\(path)/\($0)" }
    }
    written = templates.map { template in
      let values = (template.manifest.parameters ?? []).map { ($0.name, $0.value) }
      let renderer = TemplateRenderer(
        name, description: "", parameters: Dictionary(values) { $1 }, layers: [:], target: ("", ""), header: "")
      return (
        template.manifest.name, Set(template.files.map { place.path(renderer.path($0.path), of: name.type) })
      )
    }
  }

  private func isGenerated(_ file: String) -> Bool { written.contains { $0.paths.contains(file) } }

  /// The template of the module, inferred from the names of its files.
  private var kind: String? {
    // The template that writes the most of these files; among equals, the one with the fewest other files.
    let shares = written.map {
      (template: $0.template, share: $0.paths.count { files.contains($0) }, all: $0.paths.count)
    }
    return shares.filter { $0.share > 0 }.max { ($0.share, $1.all) < ($1.share, $0.all) }?.template
  }

  /// The files to remove when the module is written again, because it no longer has them.
  func leftOver(by new: Set<String>) -> [String] {
    files.filter { isGenerated($0) && !new.contains($0) }
  }

  /// Refuses to write over existing files, unless they are a generated module and the user wants to overwrite it.
  func check(_ new: Set<String>, overwrites: Bool) throws(GeneratorFailure) {
    guard !files.isEmpty else { return }
    guard files.contains(where: { isGenerated($0) || new.contains($0) }) else {
      throw .refused(
        "\(name) already exists, and no template has written it: \(files[0]). "
          + "Choose another name, or move it away")
    }
    guard overwrites else {
      let kind = kind.map { ", of the template '\($0)'" } ?? ""
      throw .refused(
        "\(name) already exists\(kind): \(folder). "
          + "Choose another name, or add --overwrite; with --dry-run it only shows the changes")
    }
  }
}
