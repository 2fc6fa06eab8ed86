import Foundation

extension GeneratorProgram {
  /// Saves the defaults for modules of this project: the given values, and inferred ones for the rest.
  func setUp(
    _ asked: GeneratorArguments, in project: Project, _ catalog: TemplateCatalog
  ) throws(GeneratorFailure) {
    var defaults = project.defaults
    let before = try project.text(ProjectDefaults.fileName)
    guard before == nil || asked.options["overwrite"] != nil else {
      throw .refused(
        "\(ProjectDefaults.fileName) already exists; --overwrite changes the given values and keeps the others")
    }
    var request = asked.request
    request.name = "Module"
    if let name = request.template { _ = try catalog.template(name) }
    let root = try AppRoots(request.root ?? defaults.root, in: project)
    let place = try ModulePlace(request, in: project, root: root.only?.path)
    defaults.author = request.author ?? defaults.author ?? environment.userName()
    defaults.company = request.company ?? defaults.company
    defaults.template = request.template ?? defaults.template ?? "module"
    defaults.target = place.target.name
    // A target whose folder is the package's own has no path to save.
    defaults.modules = place.modules.isEmpty ? nil : place.modules
    defaults.tests = place.tests
    defaults.flows = place.flows
    defaults.root = root.only?.path ?? request.root ?? defaults.root
    let rows = [
      ("author", defaults.author), ("company", defaults.company), ("template", defaults.template),
      ("target", defaults.target), ("modules", defaults.modules), ("tests", defaults.tests),
      ("flows", defaults.flows), ("root", defaults.root),
    ]
    say([ProjectDefaults.fileName] + SummaryTable.rows(rows.map { ($0, $1 ?? "none") }))
    say(place.warnings(withTests: true).map { "warning: \($0)" })
    let change = FileChange(ProjectDefaults.fileName, before: before, after: defaults.text)
    guard asked.options["dry-run"] == nil else {
      try preview([change], in: project)
      return say(["nothing was written"])
    }
    try write([change], in: project)
  }
}
