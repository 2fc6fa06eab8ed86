/// Checks the values of a template's parameters against the other names in its code.
enum ParameterWords {
  /// Refuses values that are already names in the same file, where they would be ambiguous. The template's own defaults are not
  /// checked.
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
            "--set \(name)=\(value): '\(clash)' already has a meaning in the template's \(file.path); "
              + "choose another word, such as Entry")
        }
      }
    }
  }
}
