import PlainText
import VIPER

/// The commands of the visible screen: finds the command of a line, lists them, and hides secrets.
@MainActor struct VisibleCommands {
  private let commands: [ConsoleCommand]
  private let screen: String?
  private let texts: ConsoleTexts
  private let secrets: Set<String>

  /// - Parameters:
  ///   - views: the views in focus.
  ///   - screen: the route of the topmost screen; nil while nothing is open.
  ///   - secrets: the names of the secret fields of all screens that were shown.
  init(of views: [ConsoleView], on screen: String?, _ texts: ConsoleTexts, secrets: Set<String> = []) {
    self.secrets = secrets
    commands = views.flatMap(\.commands)
    self.screen = screen
    self.texts = texts
  }

  /// The commands without their effects.
  var offered: [OfferedCommand] { commands.map(\.offered) }

  /// The names of the enabled commands.
  var enabled: [String] { commands.filter { $0.obstacle() == nil }.map(\.name) }

  /// The names of the commands that are disabled without a reason.
  var unexplained: [String] { commands.filter { $0.obstacle()?.isUnexplained == true }.map(\.name) }

  /// The usage and the help of the commands, one a line.
  var help: [String] {
    if commands.isEmpty { return ["(\(texts.noCommands))"] }
    return Columns.aligned(
      commands.map { [$0.offered.usage(in: texts), meaning(of: $0)] }.map { $0.map(Printable.line) })
  }

  /// The usage, the help and the present state of a command.
  func help(on command: ConsoleCommand) -> [String] {
    Columns.aligned([[command.offered.usage(in: texts), meaning(of: command)]])
      + [command.state(texts)].compactMap { $0 }
  }

  private func meaning(of command: ConsoleCommand) -> String {
    command.help?(texts) ?? ""
  }

  /// The command with that name.
  subscript(name: String) -> ConsoleCommand? { commands.first { $0.name == name } }

  /// The names of commands, or words of rows, that can follow the last blank of a line.
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

  /// The name of the secret field that a line sets; nil if it sets none.
  func secret(in line: String) -> String? {
    let typed = TypedLine(line)
    if typed.argument.isEmpty { return nil }
    guard let command = self[typed.name] else { return secrets.contains(typed.name) ? typed.name : nil }
    return command.isSecret ? command.name : nil
  }

  /// The reply to an unknown name.
  func unknown(_ name: String) -> String {
    "! " + texts.unknownCommand(Printable.quote(echo(name)), screen, nearest(to: name))
  }

  private var names: [String] { commands.map(\.name) + [Console.helpName] }

  private func nearest(to name: String) -> String? { NearMiss.nearest(to: name, in: names) }
}
