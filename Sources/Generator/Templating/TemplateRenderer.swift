import Foundation

/// Makes a module's files from a template's.
struct TemplateRenderer {
  /// The placeholders and their values: `__Name__`, `__description__`, …
  private let values: [(placeholder: String, value: String)]
  /// The name of the target in the template's files, and the name of the module's target.
  private let target: (own: String, name: String)
  /// The conditions of the layers, by their names in capitals. Other conditions are the module's own, and stay.
  private let conditions: [String: Bool]
  private let header: String

  /// - Parameters:
  ///   - parameters: the template's own, by name: `Item` replaces `__Item__`, and in lower case `__item__`.
  ///   - layers: all layers of the template, and whether each is written.
  ///   - target: the name of the target in the template's files, and the name of the module's target.
  ///   - header: comment lines for the beginning of each Swift file; may be empty.
  init(
    _ name: ModuleName, description: String, parameters: [String: String], layers: [String: Bool],
    target: (own: String, name: String), header: String
  ) {
    self.target = target
    // An empty name would replace `____`, which also occurs where two placeholders meet.
    let own = parameters.filter { !$0.key.isEmpty }.sorted { $0.key < $1.key }.flatMap { key, value in
      [("__\(key)__", value), ("__\(ModuleName.lowered(key))__", ModuleName.lowered(value))]
    }
    // The user's texts come last, so that placeholders in them are not replaced.
    values =
      [("__Name__", name.type), ("__name__", name.property), ("__route__", name.route)]
      + own + [("__title__", name.title), ("__description__", description)]
    conditions = Dictionary(layers.map { ($0.key.uppercased(), $0.value) }) { $1 }
    self.header = header
  }

  /// A path with its placeholders replaced.
  func path(_ path: String) -> String { filled(path) }

  /// A file of the module.
  ///
  /// - Parameter flows: the relative path from a test's folder to the flows, in place of `../Flows`.
  func text(of file: Template.File, flows: String) -> String {
    // A template may have the line endings of Windows; a module's files have those of Unix.
    let source = file.text.replacing("\r\n", with: "\n")
    guard file.path.hasSuffix(".swift") else { return filled(source) }
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let text = filled(chosen(lines)).replacing("\"../Flows\"", with: "\"\(flows)\"")
    return header + SourceImports.sorted(wrapped(text))
  }

  private func filled(_ text: String) -> String {
    // The target comes first, because its name may contain the module's.
    values.reduce(renamed(text)) { $0.replacing($1.placeholder, with: $1.value) }
  }

  /// The text with the module's target in place of the template's own, as a whole word only.
  private func renamed(_ text: String) -> String {
    func isPartOfName(_ character: Character?) -> Bool {
      character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
    }
    var result = "", end = text.startIndex
    for range in text.ranges(of: target.own)
    where !isPartOfName(text[..<range.lowerBound].last) && !isPartOfName(text[range.upperBound...].first) {
      result += text[end..<range.lowerBound] + target.name
      end = range.upperBound
    }
    return result + text[end...]
  }

  /// A condition around a line.
  private enum Branch {
    /// A layer's condition: whether this branch is chosen, and whether an earlier one was.
    case layer(isChosen: Bool, wasChosen: Bool)
    /// Any other condition.
    case other
  }

  /// The lines of the true conditions, with one level of indentation less.
  private func chosen(_ lines: [Substring]) -> String {
    var branches: [Branch] = [], result: [Substring] = []
    for line in lines {
      let words = line.split(separator: " ")
      switch (words.first, branches.last) {
      case ("#if", _):
        let value = isTrue(words)
        branches.append(value.map { .layer(isChosen: $0, wasChosen: $0) } ?? .other)
        if value != nil { continue }
      case ("#elseif", .layer(_, let was)?):
        branches[branches.count - 1] = .layer(
          isChosen: !was && isTrue(words) == true, wasChosen: was || isTrue(words) == true)
        continue
      case ("#else", .layer(_, let was)?):
        branches[branches.count - 1] = .layer(isChosen: !was, wasChosen: true)
        continue
      case ("#endif", let last?):
        branches.removeLast()
        if case .layer = last { continue }
      default: break
      }
      let layers = branches.compactMap { if case .layer(let isChosen, _) = $0 { isChosen } else { nil } }
      if !layers.contains(false) {
        result.append(line.dropFirst(min(2 * layers.count, line.prefix { $0 == " " }.count)))
      }
    }
    return Self.withoutGaps(result)
  }

  /// Whether a layer's condition is true; nil if the condition is not a layer's.
  private func isTrue(_ words: [Substring]) -> Bool? {
    guard words.count == 2 else { return nil }
    let isNegated = words[1].hasPrefix("!"), name = String(isNegated ? words[1].dropFirst() : words[1])
    return conditions[name].map { $0 != isNegated }
  }

  /// Removes empty lines that left-out layers leave: double ones, and those at the beginning or the end of braces.
  private static func withoutGaps(_ lines: [Substring]) -> String {
    var result: [Substring] = []
    for line in lines {
      let last = result.last ?? ""
      if line.isEmpty, last.isEmpty || last.hasSuffix("{") { continue }
      if last.isEmpty, line.drop(while: { $0 == " " }).hasPrefix("}") { _ = result.popLast() }
      result.append(line)
    }
    while result.last?.isEmpty == true { result.removeLast() }
    return result.joined(separator: "\n") + "\n"
  }

  /// The text with comments wrapped at 120 columns.
  private func wrapped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      let indent = line.prefix { $0 == " " }, content = line.dropFirst(indent.count)
      guard line.count > 120, content.hasPrefix("//") else { return String(line) }
      let mark = content.prefix { $0 == "/" }
      var lines: [String] = []
      for word in content.dropFirst(mark.count).split(separator: " ") {
        if let last = lines.last, last.count + word.count < 120 {
          lines[lines.count - 1] = "\(last) \(word)"
        } else {
          lines.append("\(indent)\(mark) \(word)")
        }
      }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
