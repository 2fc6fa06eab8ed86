import PlainText
import VIPER

/// Parses promises.
///
///     promise   = ":always" condition [except] | ":never" condition [except] | ":within" DUR condition [except]
///     except    = "unless" condition
///     condition = all { "or" all }
///     all       = one { "and" one }
///     one       = [ "not" ] ( "shows" [ "exactly" ] text | "offers" NAME | "enabled" NAME | "busy" | "at" PATH
///                 | "open" NAME )
///     text      = '"' { character | '\"' | '\\' } '"'
package struct PromiseParser {
  private static let conditions = ["shows", "offers", "enabled", "busy", "at", "open", "not"]
  private static let joints = ["and", "or", "unless"]
  private var words: ArraySlice<PromiseWord>
  /// The offset of the end of the line.
  private let end: Int

  private init(_ line: String) throws(PromiseError) {
    words = try PromiseWord.all(in: line)[...]
    end = line.count
  }

  /// Parses a line whose first word is `:always`, `:never` or `:within`.
  package static func parse(_ line: String) throws(PromiseError) -> Promise {
    var parser = try PromiseParser(line)
    let rule = try parser.rule(), condition = try parser.condition()
    let exception = parser.take("unless") ? try parser.condition() : nil
    if let rest = parser.words.first { throw parser.leftOver(rest, after: exception) }
    return Promise(rule: rule, condition: condition, exception: exception, text: line)
  }

  private mutating func rule() throws(PromiseError) -> Promise.Rule {
    switch words.popFirst()?.content {
    case .word(":never"): return .never
    case .word(":within"): break
    default: return .always
    }
    let offset = next
    guard case .word(let text) = words.popFirst()?.content else {
      throw PromiseError("a duration is missing, such as 5s", at: offset)
    }
    guard let duration = DurationText.parse(text) else { throw PromiseError(DurationText.problem(text), at: offset) }
    return .within(duration)
  }

  private mutating func condition() throws(PromiseError) -> Condition {
    var condition = try all()
    while take("or") { condition = .or(condition, try all()) }
    return condition
  }

  private mutating func all() throws(PromiseError) -> Condition {
    var condition = try one()
    while take("and") { condition = .and(condition, try one()) }
    return condition
  }

  private mutating func one() throws(PromiseError) -> Condition {
    guard let word = words.popFirst() else { throw PromiseError("a condition is missing", at: end) }
    switch word.content {
    case .word("shows"): return take("exactly") ? .showsExactly(try text()) : .shows(try text())
    case .word("offers"): return .offers(try name("offers needs the name of a command, such as offers save"))
    case .word("enabled"): return .enabled(try name("enabled needs the name of a command, such as enabled save"))
    case .word("busy"): return .busy
    case .word("at"): return .at(try name("at needs a screen, such as at todo/add"))
    case .word("open"):
      let offset = next, name = try name("open needs the name of a screen, such as open todo")
      if name.contains("/") { throw PromiseError("open needs the name of one screen; 'at' takes a path", at: offset) }
      return .open(name)
    case .word("not") where words.first?.content == .word("not"):
      throw PromiseError("'not not' is nothing; remove both", at: word.offset)
    case .word("not"): return .not(try one())
    case .word(let text) where Self.joints.contains(text):
      throw PromiseError("a condition is missing before '\(text)'", at: word.offset)
    case .word(let text):
      let near = NearMiss.nearest(to: text, in: Self.conditions).map { "did you mean '\($0)'?" }
      let all = "write shows \"TEXT\", offers COMMAND, enabled COMMAND, busy, at SCREEN or open SCREEN"
      throw PromiseError("there is no condition '\(Printable.quote(text))'; \(near ?? all)", at: word.offset)
    case .text(let text):
      let quoted = "\"\(Printable.quote(text))\""
      throw PromiseError("a text is not a condition; write shows \(quoted)", at: word.offset)
    }
  }

  /// The error for a word after a condition.
  private func leftOver(_ word: PromiseWord, after exception: Condition?) -> PromiseError {
    switch word.content {
    case .word("unless") where exception != nil:
      return PromiseError("a promise has one 'unless'; join its conditions with 'or'", at: word.offset)
    case .word(let text):
      let near = NearMiss.nearest(to: text, in: Self.joints).map { "did you mean '\($0)'?" }
      return PromiseError(
        "'\(Printable.quote(text))' does not join conditions; \(near ?? "write and, or, unless")", at: word.offset)
    case .text:
      return PromiseError("nothing joins this condition to the one before it; write and, or, unless", at: word.offset)
    }
  }

  /// The offset of the next word, or of the end of the line.
  private var next: Int { words.first?.offset ?? end }

  private mutating func take(_ joint: String) -> Bool {
    guard words.first?.content == .word(joint) else { return false }
    words.removeFirst()
    return true
  }

  private mutating func text() throws(PromiseError) -> String {
    let offset = next
    guard case .text(let text) = words.popFirst()?.content else {
      throw PromiseError("shows needs a text in quotes, such as shows \"nil\"", at: offset)
    }
    if text.isEmpty { throw PromiseError("every screen shows an empty text; write one", at: offset) }
    return text
  }

  private mutating func name(_ problem: String) throws(PromiseError) -> String {
    let offset = next
    guard case .word(let name) = words.popFirst()?.content, name != "not", !Self.joints.contains(name) else {
      throw PromiseError(problem, at: offset)
    }
    return name
  }
}

/// A promise that cannot be understood.
package struct PromiseError: Error, Equatable {
  let reason: String
  /// The number of characters before the mistake.
  let offset: Int

  init(_ reason: String, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
