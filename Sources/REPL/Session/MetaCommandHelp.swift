extension MetaCommand {
  /// The commands of the session that are possible now, one a line and without what may follow an answer, and a line about the
  /// screen's own `help`.
  @MainActor package static func help(in session: Session, canGoBack: Bool) -> [String] {
    let names = usages.keys.sorted().filter { isPossible($0, in: session, canGoBack: canGoBack) }
    let rows = names.map { name in
      [usages[name].map { String($0.split(separator: " [after")[0]) } ?? "", meanings[name] ?? ""]
    }
    return Columns.aligned(rows + [["help [NAME]", "lists the commands of the screen"]])
  }

  @MainActor private static func isPossible(_ name: String, in session: Session, canGoBack: Bool) -> Bool {
    switch name {
    case "advance", "run", "now", "zone", "promises", "unlike": session.time != nil
    case "locale": session.time != nil && session.navigator == nil
    // A flow is a file already.
    case "save": !session.isScripted
    case "back": canGoBack
    case "cancel": session.console.isBusy
    case "event", "graph", "restart", "trace", "tree": session.navigator != nil
    default: true
    }
  }

  /// The usage and the effect of one command, and of a promise the forms of its parts.
  package static func help(_ name: String) -> [String] {
    let help = Columns.aligned([[usages[name] ?? "", meanings[name] ?? ""]])
    guard ["always", "never", "within"].contains(name) else { return help }
    let conditions = PromiseParser.forms + ["not CONDITION", "CONDITION and CONDITION", "CONDITION or CONDITION"]
    return help
      + Columns.aligned(
        conditions.enumerated().map { [$0 == 0 ? "CONDITION" : "", $1] } + [
          ["after COMMAND", "holds from that command to the next one"],
          ["since COMMAND", "holds from the last time that command was typed"],
          ["unless CONDITION", "need not hold while this condition does; stands last"],
          ["$NAME for \"TEXT\"", "the text that the row or field had at the start"],
        ])
  }
}
