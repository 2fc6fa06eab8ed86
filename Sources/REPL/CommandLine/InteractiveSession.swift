import Signals
import VIPER

/// A session at a terminal or on a pipe. On a pipe, prompt and command are echoed, so that the output is a flow itself.
@MainActor struct InteractiveSession {
  private let app: ConsoleApp
  private let terminal: Terminal
  private let session: Session

  init(_ app: ConsoleApp, _ terminal: Terminal, options: [String: String]) {
    self.app = app
    self.terminal = terminal
    session = Session(live: app, environment: .live, options: options)
  }

  /// Runs until `:quit` or the end of input; gives the exit code.
  func run() async -> Int32 {
    let prompt = Prompt(session)
    do { _ = try session.start() } catch {
      terminal.writeError("\(app.name): the app cannot be built: \(error)\n")
      return 2
    }
    for line in session.announcements { terminal.write("# \(line)\n") }
    let home = ":open \(app.home)"
    terminal.write("\(prompt.text)\(home)\n")
    show(prompt.run(home))
    ask(prompt)
    var isLate = false
    session.console.onChange = { [session, terminal] in
      // Something changed while nobody typed: shown once the work under way is done, and then the prompt again.
      guard terminal.isInteractive, !isLate else { return }
      isLate = true
      MainScheduler.main.schedule {
        MainActor.assumeIsolated {
          isLate = false
          let changes = session.console.changes()
          guard !changes.isEmpty else { return }
          terminal.write("\n" + changes.map { "  \($0)\n" }.joined() + prompt.text)
        }
      }
    }
    for await line in terminal.lines() {
      if !terminal.isInteractive { terminal.write("\(prompt.text)\(line)\n") }
      show(prompt.run(line))
      if prompt.isOver { break }
      ask(prompt)
    }
    session.console.onChange = nil
    // The end of input at a terminal leaves the cursor behind the prompt.
    if terminal.isInteractive, !prompt.isOver { terminal.write("\n") }
    show(prompt.end())
    return 0
  }

  private func ask(_ prompt: Prompt) {
    if terminal.isInteractive { terminal.write(prompt.text) }
  }

  private func show(_ lines: [String]) {
    terminal.write(lines.map { $0.isEmpty ? "\n" : "  \($0)\n" }.joined())
  }
}
