import REPL

/// Other texts for the field that a line of a flow sets: with signs, or with nothing that is visible. And the same secret, before its
/// screen is opened again.
@MainActor struct TextTrials {
  /// The number of links by which a screen is left.
  private static let width = 3
  /// A text without width that is no white space.
  private static let wordJoiner = "\u{2060}"
  private let links: [String]
  /// The screens with a field into which a flow types a text that shows nothing, before a line that the app refuses.
  private let invisible: Set<String>
  /// The commands with which a flow types a text after a blank, and shows what that means.
  private let indented: Set<String>

  init(_ material: ExplorationMaterial, _ links: [String]) {
    self.links = links
    indented = Set(material.arguments.filter { $1.contains { $0.hasPrefix(" ") } }.keys)
    let screens = material.sources.map(\.base).flatMap { base in
      base.steps.indices.dropLast().filter { index in
        let step = base.steps[index]
        return Self.showsNothing(TypedLine(step.line.text).argument) && base.isRefused(at: index + 1)
          && step.inputs.contains { $0.hasPrefix("\(step.line.name):") }
      }.map { base.steps[$0].prompt }
    }
    invisible = Set(screens)
  }

  /// The lines of a flow from the line with this index on, with other texts.
  func all(of trial: Trial, _ base: Played, at index: Int) -> [(change: Law, lines: [Trial.Line])] {
    let line = trial.lines[index], typed = TypedLine(line.text), text = typed.argument, rest = trial.lines[index...]
    guard !text.isEmpty, let input = base.steps[index].inputs.first(where: { $0.hasPrefix("\(typed.name): ") })
    else { return [] }
    var all: [(Law, [Trial.Line])] = []
    if input.hasSuffix(": ***"), let open = trial.lines[..<index].last(where: \.opens) {
      for other in links.map({ ":open \($0)" }).filter({ $0 != open.text }).prefix(Self.width) {
        all.append((.secret, [.choice(line.text), Trial.Line(text: other), Trial.Line(text: open.text)]))
      }
    }
    // What the flow has elsewhere, a server knows, and may repeat. Codes are often pasted with blanks.
    let isKnown =
      trial.lines.contains { !$0.isTyped && $0.text.contains(text) }
      || trial.files.values.contains { $0.contains(text) }
    if input.hasSuffix(": ***"), typed.name.lowercased().contains("pass"), !indented.contains(typed.name), !isKnown {
      all.append((.trim, [line.beginning(with: " ")] + rest.dropFirst()))
    }
    // Of letters alone; everywhere in the flow, because another line may name it.
    if input.hasSuffix(": \(text)"), Self.isPlain(text), !trial.promises.contains(where: { $0.contains(text) }) {
      func replaced(by change: (Trial.Line) -> Trial.Line) -> [Trial.Line] {
        rest.map { $0.isTyped && TypedLine($0.text).argument == text ? change($0) : $0 }
      }
      all.append((.spelling, replaced(by: Spelling.signed)))
      let prompt = base.steps[index].prompt
      let earlier = base.steps[..<index].last { $0.prompt == prompt && $0.line.name == typed.name && !$0.isRefused }
      let twin = TypedLine(earlier?.line.text ?? "").argument
      // A line that names one of them would mean both.
      let isNamed = rest.contains { [text, twin].contains(TypedLine($0.text).argument) && $0.name != typed.name }
      if twin != text, Self.isPlain(twin), !isNamed {
        all.append((.twins, replaced { .choice("\($0.name) \(twin)") }))
      }
    }
    if invisible.contains(base.steps[index].prompt), !input.hasSuffix(": ***") {
      all.append((.blank, [.choice("\(typed.name) \(Self.wordJoiner)")] + rest.dropFirst()))
    }
    return all
  }

  private static func showsNothing(_ text: String) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint }
  }

  static func isPlain(_ text: String) -> Bool { !text.isEmpty && text.allSatisfy { $0.isLetter || $0 == " " } }
}
