import PlainText

/// The choice of a template's layers.
struct ModuleLayers {
  let without: Set<String>
  let notes: [String]

  /// Leaves out these layers and the layers that depend on them.
  init(_ template: Template, without names: [String]) throws(GeneratorFailure) {
    let all = template.layers.map(\.name)
    for name in names where !all.contains(name) {
      let near = NearMiss.nearest(to: name, in: all).map { "did you mean \($0)?" }
      let rest = all.isEmpty ? "it has no optional layers" : near ?? "there are \(all.joined(separator: ", "))"
      throw .usage("the template '\(template.manifest.name)' has no layer '\(name)'; \(rest)")
    }
    var without = Set(names), notes: [String] = []
    for layer in template.layers where names.contains(layer.name) {
      for other in layer.neededBy ?? [] where without.insert(other).inserted {
        notes.append("without \(layer.name), \(other) is left out, too: no other layer uses it")
      }
    }
    self.without = without
    self.notes = notes
  }
}
