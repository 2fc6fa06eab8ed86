/// Dependencies that the package's targets lack for a template's module, or for the composition root with that module.
struct MissingDependencies {
  let warnings: [String]

  init(_ template: Template, without layers: Set<String>, at place: ModulePlace, in manifest: PackageManifest) {
    let own = template.layers.filter { !layers.contains($0.name) }.flatMap { $0.dependencies ?? [] }
    let needed = template.manifest.dependencies + own
    var warnings = [Self.warning(of: place.target, needing: needed, for: "the module needs", in: manifest)]
    if !layers.contains("tests") {
      let forTests = needed + (template.manifest.testDependencies ?? [])
      if let testTarget = place.testTarget {
        warnings.append(Self.warning(of: testTarget, needing: forTests, for: "the module's tests need", in: manifest))
      } else {
        let missing = Self.missing(forTests, in: place.target, manifest)
        warnings.append(
          "Package.swift has no test target that depends on '\(place.target.name)', so the tests are not built; "
            + "add one: .testTarget(name: \"\(place.target.name)Tests\", dependencies: "
            + "[\(Self.written([place.target.name] + missing, manifest))])")
      }
    }
    self.warnings = warnings.compactMap(\.self)
  }

  private static func warning(
    of target: PackageManifest.Target, needing products: [String], for use: String, in manifest: PackageManifest
  ) -> String? {
    let missing = missing(products, in: target, manifest)
    if missing.isEmpty { return nil }
    return
      "the target '\(target.name)' does not depend on \(missing.joined(separator: ", ")), which \(use); "
      + "add to its dependencies in Package.swift: \(written(missing, manifest))"
  }

  private static func missing(
    _ products: [String], in target: PackageManifest.Target, _ manifest: PackageManifest
  ) -> [String] {
    let reached = reached(from: target, in: manifest)
    return products.filter { !reached.contains($0) }
  }

  /// Dependencies as a manifest writes them.
  private static func written(_ names: [String], _ manifest: PackageManifest) -> String {
    names.map { name in
      manifest.target(name) == nil ? ".product(name: \"\(name)\", package: \"\(manifest.library)\")" : "\"\(name)\""
    }.joined(separator: ", ")
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
