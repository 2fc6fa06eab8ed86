import Signals

/// A signal's events drawn as text, one column one tick.
///
///     a-b--c|
///
/// | mark | meaning |
/// |---|---|
/// | `-` | a tick in which nothing happens |
/// | a letter or digit | a value |
/// | `\|` | completion |
/// | `^` | failure |
/// | `!` | the observation is disposed, after what else happens in that tick |
/// | `(ab\|)` | several events in one tick: the group is one column |
/// | a space | nothing at all: for lining diagrams up |
public struct MarbleDiagram: Hashable, Sendable {
  /// What a mark stands for.
  public enum Mark: Hashable, Sendable {
    /// A letter or digit: the value it stands for.
    case value(Character)
    /// `^`: the signal fails.
    case failure
    /// `|`: the signal completes.
    case completion
    /// `!`: the observation is disposed.
    case disposal
  }

  /// The marks of each tick, from the first on.
  public private(set) var ticks: [[Mark]] = []

  /// A diagram of these ticks.
  package init(ticks: [[Mark]]) { self.ticks = ticks }

  /// Reads a diagram. Throws a ``MarbleSyntaxError`` that names the column where it cannot be read.
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
          throw MarbleSyntaxError(text, column, "'\(character)' is no mark; use - a…z 0…9 | ^ ! ( )")
        }
        if group == nil { ticks.append([mark]) } else { group?.append(mark) }
      }
    }
    if group != nil { throw MarbleSyntaxError(text, text.count, "'(' without ')' behind it") }
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

  /// The mark as it is drawn.
  public var description: String {
    switch self {
    case .value(let character): String(character)
    case .failure: "^"
    case .completion: "|"
    case .disposal: "!"
    }
  }
}

/// A marble diagram that cannot be read.
public struct MarbleSyntaxError: Error, Hashable, CustomStringConvertible {
  /// What is wrong, under the diagram and the column it is wrong at.
  public let description: String

  init(_ text: String, _ column: Int, _ reason: String) {
    description = "\(text)\n\(String(repeating: " ", count: column))↑ \(reason)"
  }
}

/// The failure that `^` stands for where no other is given.
public struct MarbleFailure: Error, Hashable {
  /// A failure like every other of this type.
  public init() {}
}
