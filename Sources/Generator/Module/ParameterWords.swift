/// The words that stand for a template's parameters, among the names that its code has anyway.
enum ParameterWords {
  /// Refuses words that are names in the same file: they would mean two things there. What the template itself says is its
  /// author's to know.
  static func check(
    _ values: [String: String], in files: [Template.File], of template: Template
  ) throws(GeneratorFailure) {
    let chosen = (template.manifest.parameters ?? []).compactMap { parameter in
      values[parameter.name].flatMap { $0 == parameter.value || parameter.name.isEmpty ? nil : (parameter.name, $0) }
    }
    guard !chosen.isEmpty else { return }
    for file in files where file.path.hasSuffix(".swift") {
      let names = SwiftText(file.text).names
      for (name, value) in chosen {
        let forms = [(name, value), (ModuleName.lowered(name), ModuleName.lowered(value))]
        for (placeholder, word) in forms.map({ ("__\($0)__", $1) }) {
          let made = names.filter { $0.contains(placeholder) }.map { $0.replacing(placeholder, with: word) }
          guard let clash = made.sorted().first(where: names.contains) else { continue }
          throw .usage(
            "--set \(name)=\(value): '\(clash)' has a meaning in the template's \(file.path) already; "
              + "choose another word, such as Entry")
        }
      }
    }
  }
}
