import PlainText
import VIPER

/// The commands of the visible screen: finds the command of a line, lists them, and hides secrets.
@MainActor struct VisibleCommands {
  let commands: [ConsoleCommand]
  /// The route of the topmost screen; nil while nothing is open.
  let screen: String?
  let texts: ConsoleTexts
  /// The names of the secret fields of all screens that were shown.
  let secrets: Set<String>

  var offered: [OfferedCommand] { commands.map(\.offered) }
  var enabled: [String] { commands.filter { $0.obstacle() == nil }.map(\.name) }
  var unexplained: [String] { commands.filter { $0.obstacle()?.isUnexplained == true }.map(\.name) }

  var help: [String] {
    if commands.isEmpty { return ["(\(texts.noCommands))"] }
    return Columns.aligned(commands.map { usage(of: $0).map(Printable.line) })
  }

  /// The usage and the help of a command, and the reason why it is disabled, or its value.
  func help(on command: ConsoleCommand) -> [String] {
    Columns.aligned([usage(of: command)]) + [command.obstacle(texts) ?? command.value(texts)].compactMap(\.self)
  }

  private func usage(of command: ConsoleCommand) -> [String] {
    [command.offered.usage(in: texts), command.help?(texts) ?? ""]
  }

  subscript(name: String) -> ConsoleCommand? { commands.first { $0.name == name } }

  func completions(of line: String) -> [String] {
    let prefix = Console.helpName + " "
    if line.hasPrefix(prefix) {
      return commands.map(\.name).filter { $0.hasPrefix(line.dropFirst(prefix.count)) }.sorted()
    }
    guard let blank = line.firstIndex(of: " ") else { return names.filter { $0.hasPrefix(line) }.sorted() }
    let typed = line[line.index(after: blank)...], end = typed.lastIndex(of: " ").map(typed.index(after:))
    let rows = self[String(line[..<blank])]?.rows().filter { $0.hasPrefix(typed) } ?? []
    // One word at a time, because the beginning of a text is enough.
    return Set(rows.map { $0.dropFirst(typed[..<(end ?? typed.startIndex)].count).prefix { $0 != " " } }).sorted()
      .map(String.init)
  }

  /// Whether a line leaves the session: `quit` or `exit` on a screen without a command of that name.
  func isWayOut(_ line: TypedLine) -> Bool {
    Self.waysOut.contains(line.name) && line.word.isEmpty && self[line.name] == nil
  }

  static let waysOut = ["quit", "exit"]

  /// A line without secrets. The argument of a secret field is hidden, on this screen and on later ones. On a screen with such a
  /// field, an unknown line may be a secret after a mistyped name: only a name close to one of the screen's is shown.
  ///
  /// - Parameter whileTyped: whether the line is still being typed; then the beginning of a name is shown, too.
  func echo(_ line: String, whileTyped: Bool = false) -> String {
    let typed = TypedLine(line), name = typed.name
    if secrets.contains(name), self[name] == nil, !typed.argument.isEmpty { return "\(name) ***" }
    guard commands.contains(where: \.isSecret) else { return line }
    if whileTyped, typed.argument.isEmpty,
      (names + Self.waysOut + MetaCommand.usages.keys.map { ":\($0)" }).contains(where: { $0.hasPrefix(name) })
    {
      return line
    }
    if name == Console.helpName || name.isEmpty || isWayOut(typed) { return line }
    if name.hasPrefix(":"), MetaCommand.usages[String(name.dropFirst())] != nil { return line }
    if let command = self[name] { return command.isSecret && !typed.argument.isEmpty ? "\(name) ***" : line }
    return nearest(to: name) == nil ? "***" : typed.argument.isEmpty ? name : "\(name) ***"
  }

  func secret(in line: String) -> String? {
    let typed = TypedLine(line)
    if typed.argument.isEmpty { return nil }
    guard let command = self[typed.name] else { return secrets.contains(typed.name) ? typed.name : nil }
    return command.isSecret ? command.name : nil
  }

  func unknown(_ name: String) -> String {
    "! " + texts.unknownCommand(Printable.quote(echo(name)), screen, nearest(to: name))
  }

  private var names: [String] { commands.map(\.name) + [Console.helpName] }

  private func nearest(to name: String) -> String? { NearMiss.nearest(to: name, in: names) }
}
