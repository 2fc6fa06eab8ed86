import VIPER

/// Which layers of a template are written.
struct ModuleLayers {
  let without: Set<String>
  let notes: [String]

  /// Leaves out what is asked for, and what needs it.
  init(_ template: Template, without names: [String]) throws(GeneratorFailure) {
    let all = template.layers.map(\.name)
    for name in names where !all.contains(name) {
      let near = NearMiss.nearest(to: name, in: all).map { "did you mean \($0)?" }
      let rest = all.isEmpty ? "it has none that can be left out" : near ?? "there are \(all.joined(separator: ", "))"
      throw .usage("the template '\(template.manifest.name)' has no layer '\(name)'; \(rest)")
    }
    var without = Set(names), notes: [String] = []
    for layer in template.layers where names.contains(layer.name) {
      for other in layer.neededBy ?? [] where without.insert(other).inserted {
        notes.append("without \(layer.name) there is no \(other), either: nothing else asks it")
      }
    }
    self.without = without
    self.notes = notes
  }
}
