import Foundation
import PlainText

/// The program `viper-generate`, which the plugin `generate-module` runs, too.
public struct GeneratorProgram {
  let environment: GeneratorEnvironment

  package init(_ environment: GeneratorEnvironment) { self.environment = environment }

  /// Runs a command line in the current folder.
  ///
  /// - Parameter arguments: without the program's name.
  /// - Returns: the exit code: 0 done; 1 not done and nothing written; 2 bad usage; 69 a named item does not exist.
  public static func main(_ arguments: [String]) -> Int32 {
    GeneratorProgram(.live(ProcessInfo.processInfo.environment)).run(arguments)
  }

  /// Runs a command line and returns the exit code.
  package func run(_ arguments: [String]) -> Int32 {
    do throws(GeneratorFailure) {
      try perform(try GeneratorArguments(arguments))
      return 0
    } catch {
      let hint = error.code == 2 ? "viper-generate --help lists commands and options\n" : ""
      environment.writeError("viper-generate: \(error.message)\n\(hint)")
      return error.code
    }
  }

  private func perform(_ asked: GeneratorArguments) throws(GeneratorFailure) {
    if asked.verb == .help { return environment.write(Self.usage) }
    let start = asked.options["package-path"].map(environment.url) ?? environment.folder
    guard environment.files.isFolder(start) else {
      throw .missing("there is no folder \(start.path); --package-path has to name the folder of a package")
    }
    let folder = try Project.folder(at: start, environment.files), lock = try lock(folder)
    defer { withExtendedLifetime(lock) {} }
    if let note = try FileTransaction(in: folder, environment.files).recover() { say(["note: \(note)"]) }
    let description = try environment.description(folder)
    let project = try Project(in: folder, description, environment.files)
    let catalog = TemplateCatalog(of: project.folder, builtIn: environment.templates, environment.files)
    switch asked.verb {
    case .module: try generate(asked, in: project, catalog)
    case .setup: try setUp(asked, in: project, catalog)
    case .templateList: say(try catalog.list())
    case .templateSearch:
      let lines = try catalog.list(asked.words)
      let words = asked.words.joined(separator: " ")
      say(lines.isEmpty ? ["no template has '\(words)' in its name or description; template list shows all"] : lines)
    case .templateShow: say(TemplateCatalog.details(try catalog.template(asked.words[0])))
    case .templateCreate: try createTemplate(asked, in: project, catalog)
    case .templateInstall: try installTemplates(asked, in: project)
    case .help: break
    }
  }

  /// Lets only one run at a time work in a package, so that each sees all changes of another run, or none.
  private func lock(_ folder: URL) throws(GeneratorFailure) -> AnyObject? {
    do {
      if let lock = try environment.files.lock(folder, waits: false) { return lock }
      environment.writeError("viper-generate: another run is under way in \(folder.path); waiting for its end\n")
      return try environment.files.lock(folder, waits: true)
    } catch {
      throw .refused("\(folder.path) cannot be locked: \(SystemReason.text(error))")
    }
  }

  private func generate(
    _ asked: GeneratorArguments, in project: Project, _ catalog: TemplateCatalog
  ) throws(GeneratorFailure) {
    let plan = try ModulePlan(asked.request, in: project, catalog, environment)
    let isDry = asked.options["dry-run"] != nil, addsRoute = asked.options["add-route"] != nil
    say([plan.name.type] + SummaryTable.rows(plan.summary))
    say(plan.notes.map { "note: \($0)" } + plan.warnings.map { "warning: \($0)" })
    if isDry { try preview(plan.changes, in: project) }
    if let change = plan.rootChange {
      let verb = isDry ? "would add" : addsRoute ? "adds" : "with --add-route, this adds"
      say(["\(verb) the module to the app:"])
      environment.write(change.diff)
    } else if let note = plan.rootNote {
      say(["note: \(note)"])
    }
    say(["routes:"] + plan.graph.text.split(separator: "\n").map { "  \($0)" })
    guard !isDry else { return say(["nothing was written"]) }
    let changes = plan.changes + (addsRoute ? [plan.rootChange].compactMap(\.self) : [])
    try write(changes, in: project)
    guard changes.contains(where: { $0.before != $0.after }) else { return }
    say(["next:"] + nextSteps(after: plan, addsRoute: addsRoute).map { "  \($0)" })
  }

  /// The steps that are left to the user, in their order.
  private func nextSteps(after plan: ModulePlan, addsRoute: Bool) -> [String] {
    var steps: [String] = []
    if let pasted = plan.pasted { steps.append("add after the modules of your navigator: \(pasted)") }
    if let change = plan.rootChange, !addsRoute { steps.append("add the lines with a + to \(change.path)") }
    if plan.hasTests { steps.append("swift test --filter \(plan.name.type)") }
    return steps + [
      "start the app, and type :open \(plan.name.route)",
      "to open it from another screen, add opens: .\(plan.name.property) to that screen's module",
    ]
  }

  /// Prints the changes of a dry run.
  func preview(_ changes: [FileChange], in project: Project) throws(GeneratorFailure) {
    let transaction = FileTransaction(in: project.folder, environment.files)
    for change in changes { try transaction.refuseOutside(change.path) }
    environment.write(changes.map(\.diff).joined())
  }

  /// Writes all changes or none, and prints their number.
  func write(_ changes: [FileChange], in project: Project) throws(GeneratorFailure) {
    let real = changes.filter { $0.before != $0.after }
    let left = real.isEmpty ? nil : try FileTransaction(in: project.folder, environment.files).apply(real)
    let words = Dictionary(grouping: real, by: \.verb).sorted { $0.key < $1.key }.map { "\($1.count) \($0)" }
    say([real.isEmpty ? "nothing to write: all files are up to date" : "written: \(words.joined(separator: ", "))"])
    if let left { say(["warning: \(left)"]) }
  }

  func say(_ lines: [String]) { environment.write(lines.map { "\($0)\n" }.joined()) }

  private static var usage: String {
    let verbs = [
      ("viper-generate NAME", "writes a module that builds, passes its tests and its flow"),
      ("viper-generate setup", "saves the project's defaults in \(ProjectDefaults.fileName)"),
      ("viper-generate template list", "lists the templates"),
      ("viper-generate template search WORD…", "lists the templates with all these words in their name or description"),
      ("viper-generate template show NAME", "shows a template's files, layers, parameters and dependencies"),
      ("viper-generate template create NAME", "creates a template in \(TemplateCatalog.folderName)"),
      (
        "viper-generate template install SOURCE",
        "installs templates of a folder or git repository, or of all saved sources"
      ),
      ("--help", "prints this text"),
    ]
    let rows = verbs + GeneratorOption.all.map(\.written).map { ($0.usage, $0.help) }
    return SummaryTable.rows(rows).map { "\($0)\n" }.joined()
      + "exit codes: 0 done, 1 not done and nothing written, 2 bad usage, 69 a named item does not exist\n"
  }
}
