/// Dependencies that the package's targets lack for a template's module, or for the composition root with that module.
struct MissingDependencies {
  let warnings: [String]

  init(_ template: Template, without layers: Set<String>, at place: ModulePlace, in manifest: PackageManifest) {
    let own = template.layers.filter { !layers.contains($0.name) }.flatMap { $0.dependencies ?? [] }
    let needed = template.manifest.dependencies + own
    let forTests = layers.contains("tests") ? [] : template.manifest.testDependencies ?? []
    let targets = [(place.target as PackageManifest.Target?, needed), (place.testTarget, needed + forTests)]
    warnings = targets.compactMap { target, products -> String? in
      guard let target, target != place.testTarget || !layers.contains("tests") else { return nil }
      let reached = Self.reached(from: target, in: manifest), missing = products.filter { !reached.contains($0) }
      guard !missing.isEmpty else { return nil }
      let lines = missing.map { product in
        manifest.target(product) == nil ? ".product(name: \"\(product)\", package: \"swift-viper\")" : "\"\(product)\""
      }
      return
        "the target '\(target.name)' does not depend on \(missing.joined(separator: ", ")), which the module needs; "
        + "add to its dependencies in Package.swift: \(lines.joined(separator: ", "))"
    }
  }

  /// The targets and products that a target can import: its own dependencies, and theirs.
  private static func reached(from target: PackageManifest.Target, in manifest: PackageManifest) -> Set<String> {
    let named = manifest.targets(below: target.name).flatMap(\.dependencies)
    return Set(named + named.flatMap { LibraryTypes.dependencies[$0] ?? [] })
  }

  /// The reason why the composition root's target cannot import the module's target; nil if it can.
  static func warning(
    of root: PackageManifest.Target?, importing target: PackageManifest.Target, in manifest: PackageManifest
  ) -> String? {
    guard let root, root != target, !root.dependencies.contains(target.name) else { return nil }
    guard !manifest.targets(below: target.name).contains(root) else {
      return "the target '\(root.name)' of the composition root cannot import '\(target.name)', which depends on it; "
        + "choose another target: --target NAME"
    }
    return "the target '\(root.name)' of the composition root does not depend on '\(target.name)'; "
      + "add to its dependencies in Package.swift: \"\(target.name)\""
  }
}
