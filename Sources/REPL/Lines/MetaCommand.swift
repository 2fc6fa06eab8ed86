import Foundation
import PlainText
import VIPER

/// A command for the session instead of the app: a line that begins with a colon.
package enum MetaCommand: Equatable {
  case open(String)
  case advance(Duration)
  case run
  case wait(Duration?)
  case cancel
  case now(String)
  case screen
  case tree
  case help(String?)
  case quit
  case locale(String)
  case zone(String)
  case calls
  case graph
  case trace(String?)
  case event(String, json: String)
  case back(Int)
  case save(String)
  case stub(String, answer: Answer, after: Duration, isOnce: Bool = false, isHeld: Bool = false)
  case fail(String, with: String, after: Duration, isHeld: Bool = false)
  case promise(Promise)
  /// The next call of that name answers later by this duration, or never if the duration is nil.
  case delay(String, by: Duration?)
  case promises
  case unlike
  /// Kills the app; the next `:open` builds it again.
  case restart

  package enum Answer: Equatable {
    case json(String)
    case file(String)
  }

  package static let usages = [
    "open": ":open ROUTE-OR-URL", "advance": ":advance DUR", "run": ":run", "wait": ":wait [DUR]",
    "cancel": ":cancel", "now": ":now DATE", "screen": ":screen", "tree": ":tree", "calls": ":calls",
    "graph": ":graph", "trace": ":trace [NAME]", "event": ":event NAME JSON", "back": ":back [N]",
    "save": ":save FILE", "help": ":help [NAME]", "quit": ":quit", "locale": ":locale NAME", "zone": ":zone NAME",
    "stub": ":stub NAME -> JSON|@FILE [after DUR] [once] [next]",
    "fail": ":fail NAME with \"TEXT\" [after DUR] [next]",
    "always": ":always CONDITION", "never": ":never CONDITION", "within": ":within DUR CONDITION",
    "delay": ":delay NAME DUR|forever", "promises": ":promises", "unlike": ":unlike",
    "restart": ":restart",
  ]

  /// The effect of each command, as `:help` prints it.
  static let meanings = [
    "open": "opens a screen", "advance": "lets time pass, such as 300ms",
    "run": "advances until all work is done", "wait": "waits, in real or virtual time", "now": "sets the clock",
    "screen": "prints the screen again", "tree": "lists the open modules", "calls": "lists the calls that were made",
    "graph": "lists all screens and ways", "trace": "prints or follows the time line",
    "event": "sends an event to all modules", "cancel": "cancels work, as Ctrl-C does",
    "back": "takes the last commands back", "save": "writes the session as a flow",
    "help": "lists these, or explains one", "quit": "ends the session",
    "locale": "sets the language, before :open", "zone": "sets the time zone", "stub": "sets the answer of a call",
    "fail": "lets the next call fail", "delay": "delays the next call",
    "always": "has to hold from here on", "never": "must not hold from here on",
    "within": "has to hold again within DUR",
    "promises": "checks the promises of every app", "unlike": "the next output must differ",
    "restart": "kills the app; :open starts it again",
  ]

  private static let alone: [String: MetaCommand] = [
    "run": .run, "cancel": .cancel, "screen": .screen, "tree": .tree, "graph": .graph, "calls": .calls, "quit": .quit,
    "promises": .promises, "unlike": .unlike, "restart": .restart,
  ]

  /// The session command of a line; nil if it has none, or one that cannot be parsed.
  package init?(in line: String) {
    let line = TypedLine.unindented(line)
    guard line.hasPrefix(":"), let command = try? Self.parse(line) else { return nil }
    self = command
  }

  /// Parses a line. The error names the mistake and shows the usage.
  package static func parse(_ line: String) throws(LineError) -> MetaCommand {
    let typed = TypedLine(String(line.dropFirst())), name = typed.name
    let argument = typed.argument.trimmingCharacters(in: .whitespaces)
    if let command = alone[name] {
      if argument.isEmpty { return command }
      throw LineError(":\(name) takes no argument; remove '\(Printable.quote(argument))'")
    }
    switch name {
    case "trace": return .trace(argument.isEmpty ? nil : argument)
    case "event":
      let event = TypedLine(argument)
      guard !event.name.isEmpty else { throw .misused(name, "the event's name and JSON are missing") }
      guard !event.argument.isEmpty else { throw .misused(name, "the event's JSON is missing") }
      return .event(event.name, json: try checked(event.argument, of: name))
    case "help":
      let asked = String(argument.drop { $0 == ":" })
      guard asked.isEmpty || usages[asked] != nil else { throw unknown(asked) }
      return .help(asked.isEmpty ? nil : asked)
    case "open": return .open(try present("the route or URL", argument, of: name))
    case "now": return .now(try present("the date", argument, of: name))
    case "locale": return .locale(try present("the name of the locale", argument, of: name))
    case "zone": return .zone(try present("the name of the time zone", argument, of: name))
    case "save": return .save(try present("the name of the file", argument, of: name))
    case "back":
      guard let count = argument.isEmpty ? 1 : Int(argument), count > 0 else {
        throw .misused(name, "'\(Printable.quote(argument))' is not a number of commands")
      }
      return .back(count)
    case "wait": return .wait(argument.isEmpty ? nil : try duration(argument, of: name))
    case "advance":
      return .advance(try duration(try present("the duration", argument, of: name), of: name))
    case "stub": return try stub(argument)
    case "fail": return try fail(argument)
    case "always", "never", "within": return .promise(try PromiseParser.parse(line))
    case "delay": return try delay(argument)
    default: throw unknown(name)
    }
  }

  private static func present(_ noun: String, _ argument: String, of name: String) throws(LineError) -> String {
    if !argument.isEmpty { return argument }
    throw .misused(name, "\(noun) is missing")
  }

  private static func duration(_ text: some StringProtocol, of name: String) throws(LineError) -> Duration {
    if let duration = DurationText.parse(text) { return duration }
    throw .misused(name, DurationText.problem(text))
  }

  private static func unknown(_ name: String) -> LineError {
    let near = NearMiss.nearest(to: name, in: usages.keys.sorted()).map { "did you mean ':\($0)'?" }
    return LineError("there is no ':\(Printable.quote(name))'; \(near ?? ":help lists them")")
  }

  private static func stub(_ argument: String) throws(LineError) -> MetaCommand {
    guard let arrow = argument.firstRange(of: "->") else { throw .misused("stub", "'->' is missing") }
    let name = argument[..<arrow.lowerBound].trimmingCharacters(in: .whitespaces)
    let (text, isHeld) = without(" next", argument[arrow.upperBound...]), (kept, isOnce) = without(" once", text)
    let (answer, delay) = try delayed(String(kept), of: "stub")
    _ = try present("the call's name", name, of: "stub")
    _ = try present("the answer", answer, of: "stub")
    let source: Answer =
      answer.hasPrefix("@") ? .file(String(answer.dropFirst())) : .json(try checked(answer, of: "stub"))
    return .stub(name, answer: source, after: delay, isOnce: isOnce, isHeld: isHeld)
  }

  /// Removes a word from the end; returns whether it was there.
  private static func without(_ word: String, _ text: Substring) -> (Substring, Bool) {
    text.hasSuffix(word) ? (text.dropLast(word.count), true) : (text, false)
  }

  private static func checked(_ json: String, of name: String) throws(LineError) -> String {
    guard (try? JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)) != nil else {
      throw .misused(name, "'\(Printable.quote(json))' is not JSON")
    }
    return json
  }

  private static func fail(_ argument: String) throws(LineError) -> MetaCommand {
    let line = " \(argument) "
    guard let with = line.firstRange(of: " with ") else { throw .misused("fail", "'with' is missing") }
    let name = line[..<with.lowerBound].trimmingCharacters(in: .whitespaces)
    let (kept, isHeld) = without(" next", line[with.upperBound...].dropLast())
    let (text, delay) = try delayed(String(kept), of: "fail")
    _ = try present("the call's name", name, of: "fail")
    guard try present("the text", text, of: "fail").count >= 2, text.first == "\"", text.last == "\"" else {
      throw .misused("fail", "the text has to be in quotes")
    }
    return .fail(name, with: String(text.dropFirst().dropLast()), after: delay, isHeld: isHeld)
  }

  private static func delay(_ argument: String) throws(LineError) -> MetaCommand {
    guard let blank = try present("the call's name", argument, of: "delay").lastIndex(of: " ") else {
      let isDelay = argument == "forever" || DurationText.parse(argument) != nil
      let noun = isDelay ? "the call's name" : "the duration"
      throw .misused("delay", "\(noun) is missing")
    }
    let name = argument[..<blank].trimmingCharacters(in: .whitespaces), text = argument[blank...].dropFirst()
    return .delay(name, by: text == "forever" ? nil : try duration(text, of: "delay"))
  }

  /// Removes ` after DUR` from the end.
  private static func delayed(_ text: String, of name: String) throws(LineError) -> (String, Duration) {
    let trimmed = text.trimmingCharacters(in: .whitespaces)
    guard let after = trimmed.range(of: " after ", options: .backwards) else { return (trimmed, .zero) }
    let tail = trimmed[after.upperBound...]
    // `after` may be part of a text or of JSON; it is a delay only if no quote or bracket follows.
    if tail.contains(where: { "\"}]".contains($0) }) { return (trimmed, .zero) }
    let delay = try duration(tail, of: name)
    return (trimmed[..<after.lowerBound].trimmingCharacters(in: .whitespaces), delay)
  }
}

extension LineError {
  fileprivate static func misused(_ name: String, _ reason: String) -> Self {
    Self("\(reason); write \(MetaCommand.usages[name] ?? ":\(name)")")
  }
}
