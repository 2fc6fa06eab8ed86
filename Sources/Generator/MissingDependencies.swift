/// Dependencies that the package's targets lack for a template's module, as warnings.
struct MissingDependencies {
  private(set) var warnings: [String] = []

  init(_ template: Template, without layers: Set<String>, at place: ModulePlace, root: Target?) {
    let own = template.layers.filter { !layers.contains($0.name) }.flatMap { $0.dependencies ?? [] }
    let needed = template.manifest.dependencies + own, name = place.target.name
    func warn(_ target: Target, _ needed: [String]) {
      let missing = needed.filter { !target.depends(on: $0) && $0 != target.name }.joined(separator: ", ")
      if missing.isEmpty { return }
      warnings.append("the target '\(target.name)' needs more dependencies in Package.swift: \(missing)")
    }
    warn(place.target, needed)
    if let root { warn(root, [name]) }
    if layers.contains("tests") { return }
    if let tests = place.testTarget {
      warn(tests, needed + (template.manifest.testDependencies ?? []))
    } else {
      warnings.append("no test target depends on '\(name)', so the tests are not built; add one to Package.swift")
    }
  }
}
