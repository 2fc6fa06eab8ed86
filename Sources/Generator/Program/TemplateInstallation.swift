import Foundation

extension GeneratorProgram {
  /// Copies the templates of a source into the project and saves the source in the defaults. Without a source, copies the
  /// templates of all saved ones.
  func installTemplates(_ asked: GeneratorArguments, in project: Project) throws(GeneratorFailure) {
    var defaults = project.defaults
    let branch = asked.options["branch"], known = defaults.templates ?? []
    let sources = asked.words.first.map { [self.source($0, branch, in: project)] } ?? known
    guard !sources.isEmpty else {
      throw .usage("no source of templates is saved; name a folder or a git repository: template install SOURCE")
    }
    var changes: [FileChange] = []
    for source in sources { changes += try install(source, asked, in: project) }
    var names: Set<String> = []
    for change in changes {
      guard names.insert(change.path).inserted else {
        throw .refused(
          "\(change.path) is in two of the sources; install them one by one, or rename one of them")
      }
    }
    defaults.templates = known + sources.filter { !known.contains($0) }
    let before = try project.text(ProjectDefaults.fileName)
    if defaults != project.defaults {
      changes.append(FileChange(ProjectDefaults.fileName, before: before, after: defaults.text))
    }
    guard asked.options["dry-run"] == nil else {
      try preview(changes, in: project)
      return say(["nothing was written"])
    }
    try write(changes, in: project)
  }

  /// A source as the defaults save it: a folder inside the package by its relative path, which is the same on every machine.
  private func source(_ given: String, _ branch: String?, in project: Project) -> String {
    let folder = environment.url(given)
    guard environment.files.isFolder(folder) else { return branch.map { "\(given)#\($0)" } ?? given }
    let start = project.folder.path + "/"
    return folder.path.hasPrefix(start) ? String(folder.path.dropFirst(start.count)) : folder.path
  }

  /// The changes that copy the templates of one source.
  private func install(
    _ source: String, _ asked: GeneratorArguments, in project: Project
  ) throws(GeneratorFailure) -> [FileChange] {
    let local = project.folder.appending(path: source), other = URL(fileURLWithPath: source)
    if source.hasPrefix("/"), environment.files.isFolder(other) {
      return try copies(of: source, in: other, asked, project)
    }
    if environment.files.isFolder(local) { return try copies(of: source, in: local, asked, project) }
    let isAddress = source.contains("://") || source.contains("@") || source.contains(".git")
    guard isAddress || source.contains("#") else {
      throw .missing("there is no folder \(source); name one, or the address of a git repository")
    }
    let parts = source.split(separator: "#", maxSplits: 1).map(String.init)
    let folder = environment.temporaryFolder.appending(path: "viper-generate-\(UUID().uuidString)")
    defer { try? environment.files.remove(folder) }
    try environment.clone(parts[0], parts.dropFirst().first, folder)
    return try copies(of: source, in: folder, asked, project)
  }

  private func copies(
    of source: String, in folder: URL, _ asked: GeneratorArguments, _ project: Project
  ) throws(GeneratorFailure) -> [FileChange] {
    let folders = TemplateCatalog.templates(in: folder, environment.files)
    guard !folders.isEmpty else {
      throw .missing(
        "\(source) has no template: there is no \(TemplateManifest.fileName) in it, nor in one of its folders")
    }
    var changes: [FileChange] = []
    for folder in folders {
      let template = try Template(at: folder, environment.files), name = template.manifest.name
      say(["\(name): \(template.manifest.description)"])
      changes += try self.changes(installing: template, as: name, asked, project)
    }
    return changes
  }

  /// The changes that copy a template into the project, replacing one of the same name if `--overwrite` is set.
  func changes(
    installing template: Template, as name: String, _ asked: GeneratorArguments, _ project: Project
  ) throws(GeneratorFailure) -> [FileChange] {
    try Self.checkTemplate(name)
    let path = "\(TemplateCatalog.folderName)/\(name)", folder = project.folder.appending(path: path)
    let old = Set(environment.files.files(in: folder))
    var new = Dictionary(template.files.map { ($0.path, $0.text) }) { $1 }
    new[TemplateManifest.fileName] = template.manifestText
    var changes: [FileChange] = []
    for file in old.union(new.keys).sorted() {
      changes.append(FileChange("\(path)/\(file)", before: try project.text("\(path)/\(file)"), after: new[file]))
    }
    guard old.isEmpty || asked.options["overwrite"] != nil || changes.allSatisfy({ $0.before == $0.after }) else {
      throw .refused(
        "there is already a different template '\(name)': \(path). Add --overwrite to replace it")
    }
    return changes
  }

  /// Refuses names that are not safe as names of folders.
  static func checkTemplate(_ name: String) throws(GeneratorFailure) {
    let isName = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    guard isName, name.first?.isLetter == true else {
      throw .usage("'\(name)' cannot be the name of a template; write English letters, digits and -, such as my-screen")
    }
  }
}
