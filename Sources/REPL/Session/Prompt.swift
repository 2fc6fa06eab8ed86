import Foundation
import Signals
import VIPER

/// Runs lines against a session, the app's and the session's own, and gives what they print.
@MainActor final class Prompt {
  let session: Session
  private(set) var isOver = false
  /// Whether a line caused work without end: nothing sensible can follow it.
  private(set) var isStuck = false
  private let limits: Settling.Limits

  init(_ session: Session, limits: Settling.Limits = Settling.Limits()) {
    self.session = session
    self.limits = limits
  }

  /// The visible screen as a path: `todo/add> `.
  var text: String { session.console.prompt }

  /// Runs a line, the `number`th of a flow, and what is due after it. Lines that begin with `!!` are the harness speaking.
  func run(_ line: String, number: Int? = nil) async -> [String] {
    session.begin(Origin(line: number, text: session.console.echo(line)))
    guard line.hasPrefix(":") else {
      let reply = session.console.execute(line)
      return await reply + settled(nil)
    }
    do throws(MetaCommandError) { return await run(try MetaCommand.parse(line)) } catch { return ["!! \(error)"] }
  }

  private func run(_ command: MetaCommand) async -> [String] {
    switch command {
    case .open(let link): await open(link)
    case .advance(let duration): await virtual(":advance") { time in await settled(.until(time.now + duration)) }
    case .run: await virtual(":run") { _ in await settled(.idle) }
    case .now(let text): await virtual(":now") { _ in await setNow(text) }
    case .locale(let name): setLocale(name)
    case .screen: session.console.screen
    case .tree:
      session.navigator.map { "\($0.tree.value)".split(separator: "\n").map(String.init) } ?? ["(nothing is open)"]
    case .help(let name?): MetaCommand.usages[name].map { [$0] } ?? []
    case .help(nil): MetaCommand.usages.values.sorted() + ["help"]
    case .quit: await end()
    case .stub(let name, let answer, let delay): stub(name, answer, delay)
    case .fail(let name, let text, let delay): fail(name, text, delay)
    }
  }

  /// Closes the app; gives what is left over, as the harness says it.
  func end() async -> [String] {
    guard !isOver else { return [] }
    isOver = true
    session.close()
    // What is under way ends now; what is printed by that is of no screen any more.
    _ = await settled(nil)
    return session.leftovers.map { "!! \(Printable.line($0))" }
  }

  /// Closes the app without waiting for what it still does, for that has no end.
  func abandon() {
    isOver = true
    session.close()
  }

  private func open(_ link: String) async -> [String] {
    do {
      let problem = MutableProperty<RouteError?>(nil)
      let opening = try session.start().open(link).observe { event in
        if case .failed(let error) = event { problem.value = error }
      }
      let lines = await settled(nil)
      let pending = opening.isDisposed || session.isScripted ? [] : ["(opening \(Printable.line(link)) …)"]
      return (problem.value.map { ["! \(Printable.line("\($0)"))"] } ?? []) + lines + pending
    } catch { return ["!! the app cannot be built: \(Printable.line("\(error)"))"] }
  }

  private func virtual(_ name: String, _ body: (FlowTime) async -> [String]) async -> [String] {
    guard let time = session.time else { return ["! time is real here; \(name) is for flows, where it is virtual"] }
    return await body(time)
  }

  /// Runs what is due, now or as far as `move` goes; gives what it printed.
  private func settled(_ move: Settling.Move?) async -> [String] {
    let settling = Settling(session, limits)
    let lines = await settling.run(move)
    if settling.isStuck { isStuck = true }
    return lines
  }

  private func setNow(_ text: String) async -> [String] {
    guard let date = DateText.parse(text, session.environment.calendar) else {
      return ["!! '\(Printable.quote(text))' is no date such as 2014-05-21 or 2014-05-21T12:00"]
    }
    session.setNow(date)
    return await settled(nil)
  }

  private func setLocale(_ name: String) -> [String] {
    guard session.navigator == nil else { return ["!! :locale comes before the first :open"] }
    session.environment.locale = Locale(identifier: name)
    session.environment.calendar.locale = session.environment.locale
    return []
  }

  private func stub(_ name: String, _ answer: MetaCommand.Answer, _ delay: Duration) -> [String] {
    switch answer {
    case .json(let json): session.calls.log.stub(name, Data(json.utf8), after: delay)
    case .file(let file):
      guard let text = session.files(file) else {
        return ["!! this flow has no data file '\(Printable.line(file))'; add one: -- \(Printable.line(file)) --"]
      }
      session.calls.log.stub(name, Data(text.utf8), after: delay)
    }
    return []
  }

  private func fail(_ name: String, _ text: String, _ delay: Duration) -> [String] {
    session.calls.log.fail(name, with: text, after: delay)
    return []
  }
}
