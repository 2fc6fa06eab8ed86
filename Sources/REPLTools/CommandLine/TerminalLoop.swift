import Foundation
import PlainText
import REPL
import Signals
import VIPER

/// Reads lines from a terminal or a pipe, runs each in a session, and shows its output. On a pipe it echoes prompt and command,
/// so that the output is itself a flow.
@MainActor final class TerminalLoop {
  private let app: ConsoleApp
  private let terminal: Terminal
  private let runner: LineRunner
  private var editor: LineEditor?
  private var waitLine: WaitLine?
  private var session: Session { runner.session }

  /// Decides when changes on the screen are printed.
  private enum Turn {
    /// A line is running; its output is printed when the line is done.
    case line
    /// The loop waits for the next line and prints changes at once.
    case input
    /// The loop waits for the next line, and the screen changed; the change is printed when the current work is done.
    case change
  }
  private var turn = Turn.line
  /// Whether a line has closed the app.
  private var isOver = false
  /// Whether any line was a mistake where it was typed, or the harness complained.
  private var hasFailed = false
  /// Whether the screen was busy when it was last printed.
  private var isBusy = false

  /// - Parameter graph: the app's screens, if known.
  init(_ app: ConsoleApp, _ terminal: Terminal, _ environment: AppEnvironment, graph: AppGraph?) {
    self.app = app
    self.terminal = terminal
    runner = LineRunner(
      limits: .session(onPipe: !terminal.isInteractive),
      graph: { if let graph { graph } else { try await ScreenCatalog(app).graph() } },
      recorder: Recording.recorder
    ) { Session(live: app, environment: environment) }
  }

  /// Runs until `:quit` or the end of input; returns the exit code.
  func run() async -> Int32 {
    do { _ = try session.start() } catch {
      terminal.complain("\(app.name): \(ConsoleApp.unbuilt(error))")
      return 2
    }
    makeEditor()
    if terminal.isInteractive { announce(session.console.texts.hint) }
    for line in session.announcements { announce(line) }
    hear(session)
    runner.onSession = { [weak self] in self?.hear($0) }
    // Prints these lines as if typed: the output is a flow from its first line on, at the date of the recording.
    if !terminal.isInteractive {
      let now = session.environment.now()
      if let zone = DateText.zone(session.environment.calendar, at: now) {
        terminal.write("\(runner.prompt):zone \(zone)\n")
      }
      terminal.write("\(runner.prompt):now \(DateText.print(now, session.environment.calendar))\n")
      let locale = session.environment.locale
      // A flow starts in English.
      if locale.language.languageCode != .english {
        terminal.write("\(runner.prompt):locale \(locale.identifier)\n")
      }
    }
    let home = ":open \(app.home)"
    terminal.write("\(runner.prompt)\(home)\n")
    await type(home)
    var lines = terminal.lines().makeAsyncIterator()
    while let line = await nextLine(&lines) {
      turn = .line
      if !terminal.isInteractive { terminal.write(runner.prompt + session.console.echo(line) + "\n") }
      await type(line)
      if isOver || terminal.failure() != nil { break }
    }
    session.console.onChange = nil
    waitLine?.end()
    // At the end of input, the terminal's cursor is still behind the prompt.
    if terminal.isInteractive, !isOver { terminal.write("\n") }
    show(await runner.end().output)
    // A user has read the complaint; a script needs the exit code.
    return hasFailed && !terminal.isInteractive ? 1 : 0
  }

  private func makeEditor() {
    guard let editor = terminal.makeEditor?(app.name) else { return }
    editor.client = LineEditor.Client(
      completions: { [weak self] line in self?.completions(line) ?? [] },
      interrupt: { [weak self] in self?.interrupted(behind: $0) },
      write: terminal.write,
      continued: { [weak self] in self?.waitLine?.interrupted() },
      shown: { [weak self] line in self?.session.console.echo(line, whileTyped: true) ?? "" },
      keeps: { [weak self] line in self?.isKept(line) ?? false })
    self.editor = editor
    waitLine = WaitLine(
      on: session.environment.scheduler, words: { [weak self] in self?.session.console.texts.elapsed($0) ?? "" },
      draw: { [weak self, weak editor] lines, old in
        guard let self else { return }
        // The old lines are measured, so they have no colours.
        editor?.show(
          text(lines), inPlaceOf: old.map { StyledLine("  \($0)").text + "\n" }.joined(), prompt: runner.prompt)
      })
  }

  private func completions(_ line: String) -> [String] {
    // The editor may print a list of completions.
    waitLine?.interrupted()
    return session.completions(of: line)
  }

  /// Returns the command for Ctrl-C: `:cancel` if the app is busy and no text was typed. On an empty line with nothing to cancel, the
  /// user may want to leave.
  private func interrupted(behind line: String) -> String? {
    waitLine?.interrupted()
    if !line.isEmpty { return nil }
    if session.console.isBusy { return ":cancel" }
    announce(session.console.texts.wayOut)
    return nil
  }

  /// Whether the history keeps a line for later runs. A line that is not a command can contain anything, such as a password.
  private func isKept(_ line: String) -> Bool {
    let isOfApp = !TypedLine.unindented(line).hasPrefix(":")
    return session.console.echo(line) == line
      && (isOfApp ? session.console.offers(line) : MetaCommand(in: line) != nil)
  }

  private func nextLine(_ lines: inout AsyncStream<String>.AsyncIterator) async -> String? {
    guard let editor else { return await lines.next(isolation: MainActor.shared) }
    let line = await editor.read(runner.prompt)
    waitLine?.interrupted()
    return line
  }

  private func hear(_ session: Session) { session.console.onChange = { [weak self] in self?.changed() } }

  private func type(_ line: String) async {
    let result = await runner.run(line), lines = result.output
    isOver = result.isOver
    hasFailed = hasFailed || result.isMistake
    show(lines)
    if terminal.isInteractive, let note = note(on: line, printing: lines) { announce(note) }
    if isOver { return }
    isBusy = !session.console.busyLines.isEmpty
    waitLine?.printed(lines, live: session.console.live)
    if terminal.isInteractive, editor == nil { terminal.write(runner.prompt) }
    turn = .input
  }

  /// A note for the person who typed a line. It is not part of the session, so that it is in no saved flow.
  private func note(on line: String, printing lines: [String]) -> String? {
    switch MetaCommand(in: line) {
    case .save(let file):
      lines.isEmpty ? "saved; \(app.command) run \(Printable.line(ShellWord.quoted(file))) runs it" : nil
    case .stub(let name, _, _, _, _), .fail(let name, _, _, _), .delay(let name, _):
      session.calls.log.nearest(to: name).map {
        "no call is named '\(Printable.quote(name))' so far; did you mean '\($0)'?"
      }
    default: nil
    }
  }

  /// The screen changed while the loop waits for input: shows the change after the current work, then the prompt again.
  private func changed() {
    guard turn == .input else { return }
    turn = .change
    DispatchScheduler.main.schedule { [weak self] in
      // The `.main` scheduler runs its work on the main queue, which is the main actor's.
      MainActor.assumeIsolated { self?.showChange() }
    }
  }

  private func showChange() {
    guard turn == .change else { return }
    turn = .input
    let busy = session.console.busyLines, wasBusy = isBusy
    var lines = session.console.takeChanges()
    isBusy = !busy.isEmpty
    if !lines.isEmpty || isBusy != wasBusy {
      lines += busy
      runner.record(change: lines)
    }
    if let waitLine { return waitLine.changed(lines, live: session.console.live) }
    // Without a wait line the busy mark stays visible, so the end of the work is printed as a line of its own.
    if lines.isEmpty, wasBusy, !isBusy { lines = [Mark.gone([Mark.busy])] }
    if lines.isEmpty { return }
    if terminal.isInteractive { terminal.write("\n") }
    show(lines)
    if terminal.isInteractive { terminal.write(runner.prompt) }
  }

  private func show(_ lines: [String]) {
    hasFailed = hasFailed || lines.contains { $0.hasPrefix("!!") }
    terminal.write(text(lines))
  }

  /// Prints text that is not part of the session's output.
  private func announce(_ text: String) {
    terminal.show(StyledLine("# \(text)", .quiet))
  }

  private func text(_ lines: [String]) -> String {
    let titles = session.console.titles
    return lines.map { line in
      line.isEmpty
        ? "\n" : terminal.text(StyledLine("  \(line)", titles.contains(line) ? .title : Self.style(of: line)))
    }.joined()
  }

  /// The mark in front of a line shows its kind; the colour repeats it.
  private static func style(of line: String) -> StyledLine.Style {
    if line.hasPrefix("!!") { return .failed }
    if line.hasPrefix("! ") { return .alert }
    return line.hasPrefix(Mark.gone) || Mark.isStamp(line) || line.hasPrefix(Mark.busy) ? .quiet : .plain
  }
}
