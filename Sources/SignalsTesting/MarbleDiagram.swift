import Signals

/// A signal's events drawn as text, with one column for each tick.
///
///     a-b--c|
///
/// | mark | meaning |
/// |---|---|
/// | `-` | a tick in which nothing happens |
/// | a letter or digit | a value |
/// | `\|` | completion |
/// | `^` | failure |
/// | `!` | the observation is disposed, after all other events of that tick |
/// | `(ab\|)` | several events in one tick: the group is one column |
/// | a space | ignored; it aligns diagrams |
public struct MarbleDiagram: Hashable, Sendable {
  /// The meaning of a mark.
  public enum Mark: Hashable, Sendable {
    /// A letter or digit: a value.
    case value(Character)
    /// `^`: the signal fails.
    case failure
    /// `|`: the signal completes.
    case completion
    /// `!`: the observation is disposed.
    case disposal
  }

  /// The marks of each tick.
  public private(set) var ticks: [[Mark]] = []

  /// A diagram of these ticks.
  package init(ticks: [[Mark]]) { self.ticks = ticks }

  /// Parses a diagram. Throws a ``MarbleSyntaxError`` that names the column of an error.
  public init(_ text: String) throws(MarbleSyntaxError) {
    var group: [Mark]?
    for (column, character) in text.enumerated() where character != " " {
      switch character {
      case "-":
        if group != nil { throw MarbleSyntaxError(text, column, "a group is one tick: '-' cannot be inside it") }
        ticks.append([])
      case "(":
        if group != nil { throw MarbleSyntaxError(text, column, "groups cannot be nested") }
        group = []
      case ")":
        guard let marks = group else { throw MarbleSyntaxError(text, column, "')' without '(' before it") }
        ticks.append(marks)
        group = nil
      default:
        guard let mark = Mark(character) else {
          throw MarbleSyntaxError(text, column, "'\(character)' is not a mark; use - a…z 0…9 | ^ ! ( )")
        }
        if group == nil { ticks.append([mark]) } else { group?.append(mark) }
      }
    }
    if group != nil { throw MarbleSyntaxError(text, text.count, "'(' without ')' after it") }
  }
}

extension MarbleDiagram: CustomStringConvertible {
  /// The diagram as text.
  public var description: String {
    ticks.map { marks in
      let text = marks.map(\.description).joined()
      return marks.isEmpty ? "-" : marks.count == 1 ? text : "(\(text))"
    }.joined()
  }
}

extension MarbleDiagram.Mark: CustomStringConvertible {
  init?(_ character: Character) {
    switch character {
    case "|": self = .completion
    case "^": self = .failure
    case "!": self = .disposal
    default:
      guard character.isLetter || character.isNumber || character == "?" else { return nil }
      self = .value(character)
    }
  }

  /// The mark's character.
  public var description: String {
    switch self {
    case .value(let character): String(character)
    case .failure: "^"
    case .completion: "|"
    case .disposal: "!"
    }
  }
}

/// A syntax error in a marble diagram.
public struct MarbleSyntaxError: Error, Hashable, CustomStringConvertible {
  /// The diagram, an arrow at the column of the error, and the reason.
  public let description: String

  init(_ text: String, _ column: Int, _ reason: String) {
    description = "\(text)\n\(String(repeating: " ", count: column))↑ \(reason)"
  }
}

/// The default failure for `^`.
public struct MarbleFailure: Error, Hashable {
  /// A failure. All failures of this type are equal.
  public init() {}
}
