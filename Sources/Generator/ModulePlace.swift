/// The folders for a module's files.
struct ModulePlace {
  let target: Target
  /// The test target that depends on the target; nil if there is none.
  let testTarget: Target?
  /// The parent folders, relative to the package's folder.
  let modules: String, tests: String, flows: String
  /// Warnings about folders that are in no target.
  private(set) var warnings: [String] = []

  /// - Parameter root: the composition root, whose target is the default.
  init(_ asked: GeneratorArguments, in project: Project, _ root: CompositionRoot?) throws(GeneratorFailure) {
    let defaults = project.defaults, own = project.targets.filter { ["regular", "executable"].contains($0.type) }
    guard let first = own.first else { throw .missing("Package.swift has no target for a module; add one") }
    let name = asked["target"] ?? defaults.target ?? root.flatMap { project.target(of: $0.path)?.name } ?? first.name
    guard let target = own.first(where: { $0.name == name }) else {
      throw .missing("Package.swift has no target \(GeneratorFailure.unknown(name, in: own.map(\.name)))")
    }
    self.target = target
    let given = try Project.path(asked["tests"] ?? defaults.tests, for: "tests")
    let testTargets = project.targets.filter { $0.type == "test" && $0.depends(on: name) }
    testTarget = testTargets.first { Project.contains(project.path(of: $0), given ?? "") } ?? testTargets.first
    let folder = project.path(of: target), testFolder = testTarget.map(project.path)
    modules = try Project.path(asked["modules"] ?? defaults.modules, for: "modules") ?? folder
    tests = given ?? testFolder ?? "Tests/\(name)Tests"
    flows = try Project.path(asked["flows"] ?? defaults.flows, for: "flows") ?? "Flows"
    for (path, folder, owner) in [(modules, folder, name), (tests, testFolder ?? tests, testTarget?.name ?? "")]
    where !Project.contains(folder, path) {
      warnings.append("\(path) is not in \(folder), the folder of the target '\(owner)'")
    }
  }

  /// The path for a file of a template.
  func path(_ file: String, of module: String) -> String {
    let parts = file.split(separator: "/", maxSplits: 1).map(String.init)
    let folder = ["Code": modules, "Tests": tests][parts[0]] ?? flows
    return (folder.isEmpty ? "" : folder + "/") + "\(module)/\(parts[1])"
  }

  /// The folders of a module.
  func folders(of module: String) -> [String] {
    ["Code", "Tests", "Flows"].map { String(path("\($0)/.", of: module).dropLast(2)) }
  }

  /// The relative path from a module's tests to its flows.
  func wayToFlows(of module: String) -> String {
    let from = "\(tests)/\(module)".split(separator: "/"), to = "\(flows)/\(module)".split(separator: "/")
    let shared = zip(from, to).prefix { $0 == $1 }.count
    return (from.dropFirst(shared).map { _ in ".." } + to.dropFirst(shared)).joined(separator: "/")
  }
}
