import Foundation

/// The file that creates the app's navigator with its modules.
struct CompositionRoot {
  let path: String
  private let text: String
  /// The place before the first of the modules, and the name of the session.
  private let start: String.Index, session: String

  /// Finds `Navigator(stage: session.console, …, modules: …)`, or one with `environment: session.environment` in a `ConsoleApp`. It
  /// reads the text as it is: what is added wrongly, the compiler reports and git undoes.
  private init?(_ path: String, _ text: String) {
    let calls = /(?m)^(?!\s*\/\/)(?:.*\W)?Navigator\(\s*stage:([^}]*?)\bmodules:\s*/
    for call in text.matches(of: calls) {
      let scene = call.1.firstMatch(of: /\benvironment:\s*([\w.$]+)\.environment\b/)
      let owner = call.1.firstMatch(of: /^\s*([\w.$]+)\.console\b/) ?? (text.contains("ConsoleApp(") ? scene : nil)
      guard let owner else { continue }
      (self.path, self.text, session, start) = (path, text, String(owner.1), call.range.upperBound)
      return
    }
    return nil
  }

  /// The named file, or the only one of the package. Without a name it is nil if there are none or several.
  init?(_ name: String?, in project: Project) throws(GeneratorFailure) {
    let name = try Project.path(name, for: "root")
    let files = project.files(in: project.targets.filter { $0.type != "test" }.map(project.path))
    var roots: [CompositionRoot] = []
    for path in name.map({ [$0] }) ?? Set(files).sorted() where path.hasSuffix(".swift") {
      let text = try Project.text(of: project.folder.appending(path: path)) ?? ""
      if let root = CompositionRoot(path, text) { roots.append(root) }
    }
    if let name, roots.isEmpty {
      throw .missing("\(name) has no Navigator(stage: session.console, …, modules: …); name another file: --root FILE")
    }
    guard roots.count == 1 else { return nil }
    self = roots[0]
  }

  /// The expression to add before the modules.
  func added(_ module: String) -> String { "\(module).all(for: \(session)) + " }

  /// The text with a module; nil if it has it.
  ///
  /// - Parameter target: the target to import; nil if the module is in the same target.
  func adding(_ module: String, importing target: String?) -> String? {
    guard !text.matches(of: /(\w+)\.all\(for:/).contains(where: { $0.1 == module }) else { return nil }
    var text = text
    text.insert(contentsOf: added(module), at: start)
    guard let target, !"\n\(text)".contains("\nimport \(target)\n") else { return text }
    let first = text.firstMatch(of: /(?m)^(?:import |@\w+ import |#if )/)?.range.lowerBound ?? text.startIndex
    text.insert(contentsOf: "import \(target)\n", at: first)
    return text
  }
}
