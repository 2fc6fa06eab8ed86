import Foundation

/// Copies of templates into the project's folder of templates.
struct TemplateInstallation {
  private let project: Project
  private var texts: [String: String] = [:]
  private var removed: [String] = []
  private(set) var lines: [String] = []

  init(in project: Project) { self.project = project }

  /// The changes, with those of the project's defaults.
  func changes(overwriting overwrites: Bool, saving sources: [String] = []) throws(GeneratorFailure) -> FileChanges {
    let changes = try FileChanges(texts, removing: removed, in: project), known = project.defaults.templates ?? []
    if let path = changes.replaced.first, !overwrites {
      throw .refused("there is already a different \(path). Add --overwrite to replace the template")
    }
    var defaults = project.defaults
    defaults.templates = known + sources.filter { !known.contains($0) }
    guard defaults.templates != known else { return changes }
    let all = texts.merging([Project.Defaults.fileName: GeneratorProgram.json(defaults)]) { $1 }
    return try FileChanges(all, removing: removed, in: project)
  }

  /// Adds the templates of a folder, or of a git repository, which may end in `#BRANCH`.
  mutating func add(_ source: String) throws(GeneratorFailure) {
    var folder = GeneratorEnvironment.url(source, in: project.folder)
    let copy = GeneratorEnvironment.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: copy) }
    if !Project.isFolder(folder) {
      guard ["://", "@", ".git"].contains(where: source.contains) else {
        throw .missing("there is no folder \(source); name one, or the address of a git repository")
      }
      let parts = source.split(separator: "#", maxSplits: 1).map(String.init)
      let options = ["--quiet", "--depth", "1"] + parts.dropFirst().flatMap { ["--branch", $0] }
      let words = ["git", "clone"] + options + ["--", parts[0], copy.path]
      let answer = try project.environment.output(of: words, in: project.folder)
      guard answer.text != nil else { throw .missing("git cannot copy \(parts[0]): \(answer.reason)") }
      folder = copy
    }
    let folders = TemplateCatalog.templates(in: folder), file = TemplateManifest.fileName
    if folders.isEmpty { throw .missing("\(source) has no template: there is no \(file) in it, nor in its folders") }
    for folder in folders {
      let template = try Template(at: folder)
      lines.append("\(template.manifest.name): \(template.manifest.description)")
      try add(template.manifest.name, template.manifestText, template.files)
    }
  }

  mutating func add(
    _ name: String, _ manifest: String, _ files: [(path: String, text: String)]
  ) throws(GeneratorFailure) {
    guard name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_-]*/) != nil else {
      throw .usage("'\(name)' cannot be the name of a template; write English letters, digits and -, such as my-screen")
    }
    let path = "\(TemplateCatalog.folderName)/\(name)"
    for (file, text) in [(TemplateManifest.fileName, manifest)] + files {
      guard texts.updateValue(text, forKey: "\(path)/\(file)") == nil else {
        throw .refused("\(path)/\(file) is in two of the sources; install them one by one, or rename one of them")
      }
    }
    // A file that the template has lost would still be part of its modules.
    removed += project.files(in: [path]).filter { texts[$0] == nil }
  }
}
