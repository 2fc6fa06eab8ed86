/// Makes a module's files from a template's.
struct TemplateRenderer {
  /// The placeholders and their values: `__Name__`, `__description__`, …
  private let values: [(placeholder: String, value: String)]
  /// The conditions of the layers, by their names in capitals. Other conditions are the module's own, and stay.
  private let conditions: [String: Bool]
  private let imports: (own: String, module: String)
  private let header: String, flows: String

  /// The target is imported in place of the template's own, and `flows` is the path from the tests in place of `../Flows`.
  init(
    _ name: ModuleName, _ template: Template, parameters: [String: String], without layers: Set<String>,
    description: String, target: String, header: String, flows: String
  ) {
    // The parameter `Item` replaces `__Item__`, and in lower case `__item__`.
    let own = parameters.sorted { $0.key < $1.key }.flatMap { key, value in
      [("__\(key)__", value), ("__\(ModuleName.lowered(key))__", ModuleName.lowered(value))]
    }
    // The user's text comes last, so that placeholders in it are not replaced.
    values =
      [("__Name__", name.type), ("__name__", name.property), ("__route__", name.route), ("__title__", name.title)]
      + own + [("__description__", description)]
    conditions = Dictionary(template.layers.map { ($0.name.uppercased(), !layers.contains($0.name)) }) { $1 }
    imports = ("import \(template.manifest.target)", "import \(target)")
    (self.header, self.flows) = (header, flows)
  }

  /// A text with its placeholders replaced.
  func filled(_ text: String) -> String { values.reduce(text) { $0.replacing($1.placeholder, with: $1.value) } }

  /// A file of the module. It has the line endings of Unix.
  func text(of file: (path: String, text: String)) -> String {
    let text = file.text.replacing("\r\n", with: "\n")
    guard file.path.hasSuffix(".swift") else { return filled(text) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let chosen = chosen(lines).map { $0 == imports.own ? imports.module[...] : $0 }
    return header + filled(chosen.joined(separator: "\n")).replacing("\"../Flows\"", with: "\"\(flows)\"")
  }

  /// The lines of the true conditions, with one level of indentation less.
  private func chosen(_ lines: [Substring]) -> [Substring] {
    // For each condition around a line: whether its branch and an earlier branch are chosen; nil if it is not a layer's.
    var branches: [(isChosen: Bool, wasChosen: Bool)?] = [], result: [Substring] = []
    for line in lines {
      let words = line.split(separator: " "), value = isTrue(words)
      if words.first == "#if" {
        branches.append(value.map { ($0, $0) })
        if value != nil { continue }
      } else if let first = words.first, ["#elseif", "#else", "#endif"].contains(first), let branch = branches.popLast()
      {
        let isNext = branch?.wasChosen == false && (first == "#else" || value == true)
        if first != "#endif" { branches.append(branch.map { (isNext, $0.wasChosen || isNext) }) }
        if branch != nil { continue }
      }
      let layers = branches.compactMap(\.self)
      if layers.contains(where: { !$0.isChosen }) { continue }
      let text = line.dropFirst(min(2 * layers.count, line.prefix { $0 == " " }.count)), last = result.last ?? ""
      // Left-out layers leave empty lines: double ones, and those at the beginning or the end of braces.
      if text.isEmpty, last.isEmpty || last.hasSuffix("{") { continue }
      if last.isEmpty, text.drop(while: { $0 == " " }).hasPrefix("}") { _ = result.popLast() }
      result.append(text)
    }
    while result.last?.isEmpty == true { result.removeLast() }
    return result + [""]
  }

  /// Whether a layer's condition is true; nil if the condition is not a layer's.
  private func isTrue(_ words: [Substring]) -> Bool? {
    guard words.count == 2 else { return nil }
    let isNegated = words[1].hasPrefix("!")
    return conditions[String(isNegated ? words[1].dropFirst() : words[1])].map { $0 != isNegated }
  }
}
