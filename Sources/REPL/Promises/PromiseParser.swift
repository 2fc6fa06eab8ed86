import PlainText
import VIPER

/// Parses promises.
///
///     promise   = ( ":always" | ":never" | ":within" DUR ) condition [ scope ] [ "unless" condition ]
///     scope     = ( "after" | "since" ) NAME
///     condition = all { "or" all }
///     all       = one { "and" one }
///     one       = [ "not" ] ( "shows" [ "exactly" ] text | "offers" NAME | "enabled" NAME | "busy" | "waiting" | "at" PATH
///                 | "open" NAME | place "is" ( text | "$" NAME ) | NUMBER ( "call" | "calls" ) "of" NAME )
///     place     = "row" NUMBER | "field" NAME
///     text      = '"' { character | '\"' | '\\' } '"'
package struct PromiseParser {
  private static let conditions = [
    "shows", "offers", "enabled", "busy", "waiting", "at", "open", "row", "field", "not",
  ]
  /// The forms of a condition, as messages and `:help` list them.
  static let forms = [
    "shows [exactly] \"TEXT\"", "offers COMMAND", "enabled COMMAND", "busy", "waiting", "at SCREEN",
    "open SCREEN", "row 1 is \"TEXT\"", "field NAME is \"TEXT\"", "2 calls of NAME",
  ]
  private static let joints = ["and", "or", "after", "since", "unless"]
  private var words: ArraySlice<PromiseWord>
  private let end: Int

  /// Parses a line whose first word is `:always`, `:never` or `:within`.
  package static func parse(_ line: String) throws(LineError) -> Promise {
    var parser = PromiseParser(words: try PromiseWord.all(in: line)[...], end: line.count)
    let rule = try parser.rule(), condition = try parser.condition(), scope = try parser.scope()
    let exception = parser.take("unless") ? try parser.condition() : nil
    if let free = exception?.takes.first(where: { taken in !condition.takes.contains { $0.name == taken.name } }) {
      throw LineError(
        "the condition before 'unless' does not use $\(free.name); use it there, too", at: line.count)
    }
    if let rest = parser.words.first { throw parser.leftOver(rest, after: scope, exception) }
    return Promise(rule: rule, condition: condition, scope: scope, exception: exception, text: line)
  }

  private mutating func rule() throws(LineError) -> Promise.Rule {
    switch words.popFirst()?.content {
    case .word(":never"): return .never
    case .word(":within"): break
    default: return .always
    }
    let offset = next
    guard case .word(let text) = words.popFirst()?.content else {
      throw LineError("a duration is missing, such as 5s", at: offset)
    }
    guard let duration = DurationText.parse(text) else { throw LineError(DurationText.problem(text), at: offset) }
    return .within(duration)
  }

  private mutating func scope() throws(LineError) -> Promise.Scope? {
    if take("after") { return .after(try command("after")) }
    return take("since") ? .since(try command("since")) : nil
  }

  private mutating func command(_ scope: String) throws(LineError) -> String {
    let offset = next, command = try name("\(scope) needs the name of a command, such as \(scope) save")
    if !command.hasPrefix(":") { return command }
    throw LineError("\(scope) needs a command of a screen; a line with a colon is none", at: offset)
  }

  private mutating func condition() throws(LineError) -> Condition {
    var condition = try all()
    while take("or") { condition = .or(condition, try all()) }
    return condition
  }

  private mutating func all() throws(LineError) -> Condition {
    var condition = try one()
    while take("and") { condition = .and(condition, try one()) }
    return condition
  }

  private mutating func one() throws(LineError) -> Condition {
    guard let word = words.popFirst() else { throw LineError("a condition is missing", at: end) }
    switch word.content {
    case .word("shows"): return take("exactly") ? .showsExactly(try text()) : .shows(try text())
    case .word("offers"): return .offers(try name("offers needs the name of a command, such as offers save"))
    case .word("enabled"): return .enabled(try name("enabled needs the name of a command, such as enabled save"))
    case .word("busy"): return .busy
    case .word("waiting"): return .waiting
    case .word("at"): return .at(try name("at needs a screen, such as at todo/add"))
    case .word("open"):
      let offset = next, name = try name("open needs the name of a screen, such as open todo")
      if name.contains("/") { throw LineError("open needs the name of one screen; 'at' takes a path", at: offset) }
      return .open(name)
    case .word("row"):
      let offset = next
      guard case .word(let text) = words.popFirst()?.content, let number = Int(text), number > 0 else {
        throw LineError("row needs a number from 1, such as row 1 is \"Milk\"", at: offset)
      }
      return try reads(.row(number))
    case .word("field"):
      return try reads(.field(try name("field needs the name of a field, such as field name is \"Milk\"")))
    case .word(let text) where Int(text) != nil:
      guard let count = Int(text), count > 0, take("calls") || take("call"), take("of") else {
        throw LineError("a number counts calls under way; write 2 calls of NAME", at: word.offset)
      }
      return .calls(count, of: try name("calls of needs the name of a call, such as 2 calls of store.save"))
    case .word("not") where words.first?.content == .word("not"):
      throw LineError("'not not' has no effect; remove both", at: word.offset)
    case .word("not"): return .not(try one())
    case .word(let text) where Self.joints.contains(text):
      throw LineError("a condition is missing before '\(text)'", at: word.offset)
    case .word(let text):
      let near = NearMiss.nearest(to: text, in: Self.conditions).map { "did you mean '\($0)'?" }
      let all = Self.forms.dropLast().joined(separator: ", ") + " or " + (Self.forms.last ?? "")
      throw LineError("there is no condition '\(Printable.quote(text))'; \(near ?? "write \(all)")", at: word.offset)
    case .text(let text):
      let quoted = "\"\(Printable.quote(text))\""
      throw LineError("a text is not a condition; write shows \(quoted)", at: word.offset)
    }
  }

  private mutating func reads(_ place: Condition.Place) throws(LineError) -> Condition {
    guard take("is") else {
      throw LineError("'is' is missing; write \(place) is \"TEXT\" or \(place) is $NAME", at: next)
    }
    let offset = next
    switch words.popFirst()?.content {
    case .text(let text): return .reads(place, .literal(text))
    case .word(let name) where name.hasPrefix("$") && name.count > 1:
      return .reads(place, .taken(String(name.dropFirst())))
    default:
      throw LineError("is needs a text in quotes, or a name for the text, such as $first", at: offset)
    }
  }

  /// The error for a word after a condition.
  private func leftOver(
    _ word: PromiseWord, after scope: Promise.Scope?, _ exception: Condition?
  ) -> LineError {
    switch word.content {
    case .word("unless") where exception != nil:
      return LineError("a promise has one 'unless'; join its conditions with 'or'", at: word.offset)
    case .word("after"), .word("since"):
      let advice = scope == nil ? "write it before 'unless'" : "state another promise"
      return LineError("a promise has one 'after' or 'since'; \(advice)", at: word.offset)
    case .word("and"), .word("or"):
      return LineError("conditions stand before 'after' or 'since'; move this one to the front", at: word.offset)
    case .word(let text):
      let near = NearMiss.nearest(to: text, in: Self.joints).map { "did you mean '\($0)'?" }
      return LineError(
        "'\(Printable.quote(text))' does not join conditions; \(near ?? "write and, or, after, since, unless")",
        at: word.offset)
    case .text:
      return LineError(
        "nothing joins this condition to the one before it; write and, or, after, since, unless", at: word.offset)
    }
  }

  /// The offset of the next word, or of the end of the line.
  private var next: Int { words.first?.offset ?? end }

  private mutating func take(_ joint: String) -> Bool {
    guard words.first?.content == .word(joint) else { return false }
    words.removeFirst()
    return true
  }

  private mutating func text() throws(LineError) -> String {
    let offset = next
    guard case .text(let text) = words.popFirst()?.content else {
      throw LineError("shows needs a text in quotes, such as shows \"nil\"", at: offset)
    }
    if text.isEmpty { throw LineError("every screen shows an empty text; write a text", at: offset) }
    return text
  }

  private mutating func name(_ problem: String) throws(LineError) -> String {
    let offset = next
    guard case .word(let name) = words.popFirst()?.content, name != "not", !Self.joints.contains(name) else {
      throw LineError(problem, at: offset)
    }
    return name
  }
}
