import PlainText

/// The folders for a module's files.
struct ModulePlace {
  let target: PackageManifest.Target
  /// The test target that depends on the target; nil if there is none.
  let testTarget: PackageManifest.Target?
  /// The parent folders, relative to the package's folder.
  let modules: String
  let tests: String
  let flows: String

  /// - Parameter root: the composition root, whose target is the default.
  init(_ request: ModuleRequest, in project: Project, root: String?) throws(GeneratorFailure) {
    let manifest = project.manifest, defaults = project.defaults, own = manifest.targets.filter { !$0.isTest }
    if let name = request.target ?? defaults.target {
      guard let target = own.first(where: { $0.name == name }) else {
        let names = own.map(\.name), near = NearMiss.nearest(to: name, in: names).map { "did you mean \($0)?" }
        throw .missing("Package.swift has no target '\(name)'; \(near ?? "there are \(names.joined(separator: ", "))")")
      }
      self.target = target
    } else {
      guard let target = root.flatMap(project.target) ?? own.first else {
        throw .missing(
          "Package.swift has no target for a module; add one, or name it: --target NAME")
      }
      self.target = target
    }
    let name = target.name
    let asked = try Self.path(request.tests ?? defaults.tests, "tests")
    let testTargets = manifest.targets.filter { $0.isTest && $0.dependencies.contains(name) }
    let holder = testTargets.first { target in
      asked.map { $0 == target.path || PackagePath.isBelow(target.path, $0) } ?? false
    }
    testTarget = holder ?? testTargets.first
    modules = try Self.path(request.modules ?? defaults.modules, "modules") ?? target.path
    tests = asked ?? testTarget?.path ?? "Tests/\(name)Tests"
    flows = try Self.path(request.flows ?? defaults.flows, "flows") ?? "Flows"
  }

  /// The path for a file of a template.
  func path(_ file: String, of module: String) -> String {
    let parts = file.split(separator: "/", maxSplits: 1)
    let folder = ["Code": modules, "Tests": tests][String(parts[0])] ?? flows
    return PackagePath.joined(folder, "\(module)/\(parts.dropFirst().joined())")
  }

  /// The folders of a module.
  func folders(of module: String) -> [String] { [modules, tests, flows].map { PackagePath.joined($0, module) } }

  /// The relative path from a module's tests to its flows.
  func wayToFlows(of module: String) -> String {
    let from = "\(tests)/\(module)".split(separator: "/"), to = "\(flows)/\(module)".split(separator: "/")
    let shared = zip(from, to).prefix { $0 == $1 }.count
    return (from.dropFirst(shared).map { _ in ".." } + to.dropFirst(shared).map(String.init)).joined(separator: "/")
  }

  /// Warnings about files that are in no folder of a target.
  func warnings(withTests: Bool) -> [String] {
    var warnings: [String] = []
    if modules != target.path, !PackagePath.isBelow(target.path, modules) {
      warnings.append("\(modules) is not in \(target.path), the folder of the target '\(target.name)'")
    }
    if withTests, let path = testTarget?.path, tests != path, !PackagePath.isBelow(path, tests) {
      warnings.append("\(tests) is not in \(path), the folder of the tests of '\(target.name)'")
    }
    return warnings
  }

  private static func path(_ given: String?, _ option: String) throws(GeneratorFailure) -> String? {
    guard let given else { return nil }
    return try Project.path(given, of: option)
  }
}
