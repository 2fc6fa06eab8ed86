import Foundation

/// The complete result of a request for a module, before the first file is written.
struct ModulePlan {
  let changes: FileChanges
  /// The lines for the user before the files are written, and after.
  let summary: [String]
  let next: [String]

  init(_ asked: GeneratorArguments, in project: Project, _ catalog: TemplateCatalog) throws(GeneratorFailure) {
    let name = try ModuleName(asked.words[0]), defaults = project.defaults
    let template = try catalog.template(asked["template"] ?? defaults.template ?? "module")
    let (without, notes) = try template.left(out: asked["without"] ?? "")
    let parameters = try template.parameters(asked.parameters)
    let root = try CompositionRoot(asked["root"] ?? defaults.root, in: project)
    let place = try ModulePlace(asked, in: project, root)
    // Texts for comments are on one line.
    func line(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    let sentence = line(asked["description"] ?? "The screen \"\(name.title)\"")
    let description = sentence.last.map(".!?…。".contains) == true ? sentence : sentence + "."
    let authors = [asked["author"] ?? defaults.author, asked["company"] ?? defaults.company].compactMap(\.self)
      .map(line).filter { !$0.isEmpty }.joined(separator: ", ")
    let renderer = TemplateRenderer(
      name, template, parameters: parameters, without: without, description: description, target: place.target.name,
      header: authors.isEmpty ? "" : "// Made by \(authors) on \(project.environment.today).\n\n",
      flows: place.wayToFlows(of: name.type))
    var texts: [String: String] = [:]
    for file in template.files(without: without) {
      let path = place.path(renderer.filled(file.path), of: name.type)
      guard texts.updateValue(renderer.text(of: file), forKey: path) == nil else {
        throw .usage("two files would have the path \(path): choose other values for --set")
      }
    }

    let existing = project.files(in: place.folders(of: name.type))
    if let first = existing.first, !asked.has("overwrite") {
      throw .refused(
        "\(name.type) already exists: \(first). Choose another name, or add --overwrite to replace its files")
    }
    let others = existing.filter { texts[$0] == nil }
      .map { "warning: \($0) is not part of the new module, and stays; remove it if you do not need it" }

    let module = "\(name.type)Module", rootTarget = root.flatMap { project.target(of: $0.path) }
    let added = root?.adding(module, importing: rootTarget?.name == place.target.name ? nil : place.target.name)
    if asked.has("add-route") {
      guard let root else {
        throw .missing("no single file has Navigator(stage: session.console, …, modules: …); name one: --root FILE")
      }
      texts[root.path] = added
    }
    changes = try FileChanges(texts, in: project)
    let missing = MissingDependencies(template, without: without, at: place, root: rootTarget)
    let rows = [
      ("template", "\(template.manifest.name): \(template.manifest.description)"), ("description", description),
      ("author", authors), ("without", without.sorted().joined(separator: ", ")),
      ("set", parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")),
      ("target", place.target.name), ("route", name.route), ("files", changes.rows.joined(separator: "\n")),
    ]
    summary =
      [name.type] + GeneratorArguments.rows(rows) + (name.notes + notes).map { "note: \($0)" }
      + (place.warnings + missing.warnings).map { "warning: \($0)" } + others
    var next: [String] = []
    if added != nil || root == nil, !asked.has("add-route") {
      let place = root.map { "\($0.path): \($0.added(module))" } ?? "your navigator: \(module).all(for: session) + "
      next.append("add before the modules in \(place)")
    }
    if !without.contains("tests"), place.testTarget != nil { next.append("swift test --filter \(name.type)") }
    next.append("start the app, and type :open \(name.route)")
    next.append("to open it from another screen, add opens: .\(name.property) to that screen's module")
    self.next = ["next:"] + next.map { "  \($0)" }
  }
}
