import Foundation
import Signals
import VIPER

/// Runs lines against a session, the app's and the session's own, and gives what they print.
@MainActor final class Prompt {
  let session: Session
  private(set) var isOver = false
  /// Whether a line caused work without end: nothing sensible can follow it.
  private(set) var isStuck = false
  /// How many pieces of work one line may cause before it counts as endless.
  private let stepLimit: Int

  init(_ session: Session, stepLimit: Int = 100_000) {
    self.session = session
    self.stepLimit = stepLimit
  }

  /// The visible screen as a path: `todo/add> `.
  var text: String { session.console.prompt }

  /// Runs a line, and what is due after it. Lines that begin with `!!` are the harness speaking.
  func run(_ line: String) async -> [String] {
    guard line.hasPrefix(":") else {
      let reply = session.console.execute(line)
      return await reply + settled()
    }
    do throws(MetaCommandError) { return await run(try MetaCommand.parse(line)) } catch { return ["!! \(error)"] }
  }

  private func run(_ command: MetaCommand) async -> [String] {
    switch command {
    case .open(let link): await open(link)
    case .advance(let duration): await virtual(":advance") { time in await run(time, until: time.now + duration) }
    case .run: await virtual(":run") { time in await run(time, until: nil) }
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
    _ = await settled()
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
      let lines = await settled()
      let pending = opening.isDisposed || session.isScripted ? [] : ["(opening \(Printable.line(link)) …)"]
      return (problem.value.map { ["! \(Printable.line("\($0)"))"] } ?? []) + lines + pending
    } catch { return ["!! the app cannot be built: \(Printable.line("\(error)"))"] }
  }

  private func virtual(_ name: String, _ body: (VirtualTimeScheduler) async -> [String]) async -> [String] {
    guard let time = session.time else { return ["! time is real here; \(name) is for flows, where it is virtual"] }
    return await body(time)
  }

  /// Runs what is due now; gives what it printed.
  private func settled() async -> [String] {
    guard let time = session.time else {
      await quiet()
      return session.console.changes()
    }
    return await run(time, until: time.now)
  }

  /// Moves time to `end`, or to the last piece of work; what is printed at a later time is stamped with how much later.
  private func run(_ time: VirtualTimeScheduler, until end: Duration?) async -> [String] {
    let start = time.now
    var lines: [String] = [], stamp = Duration.zero, steps = 0
    repeat {
      // Work at the same time belongs together: the screen is looked at when that time is over.
      repeat {
        while time.runNext(until: time.now) {
          steps += 1
          guard steps < stepLimit else { return lines + [stuck()] }
        }
        await quiet()
      } while time.nextDue.map { $0 <= time.now } ?? false
      let changes = session.console.changes()
      if !changes.isEmpty, time.now - start != stamp {
        stamp = time.now - start
        lines.append("+\(DurationText.print(stamp))")
      }
      lines += changes
      steps += 1
      guard steps < stepLimit else { return lines + [stuck()] }
    } while time.runNext(until: end)
    if let end { time.advance(by: end - time.now) }
    return lines
  }

  /// Lets the main queue run what it was given, and what that gives it, until nothing happens any more; not for ever, for a
  /// screen may never stand still.
  private func quiet() async {
    for _ in 0..<100 {
      let before = session.activity
      // Twice: work that another thread's made late may itself be late with what it changes.
      for _ in 0..<2 { await MainQueue.drained() }
      if session.activity == before { return }
    }
  }

  private func stuck() -> String {
    isStuck = true
    return "!! this did not end after \(stepLimit) steps: something schedules itself again and again"
  }

  private func setNow(_ text: String) async -> [String] {
    guard let date = DateText.parse(text, session.environment.calendar) else {
      return ["!! '\(Printable.quote(text))' is no date such as 2014-05-21 or 2014-05-21T12:00"]
    }
    session.setNow(date)
    return await settled()
  }

  private func setLocale(_ name: String) -> [String] {
    guard session.navigator == nil else { return ["!! :locale comes before the first :open"] }
    session.environment.locale = Locale(identifier: name)
    session.environment.calendar.locale = session.environment.locale
    return []
  }

  private func stub(_ name: String, _ answer: MetaCommand.Answer, _ delay: Duration) -> [String] {
    switch answer {
    case .json(let json): session.calls.stub(name, Data(json.utf8), after: delay)
    case .file(let file):
      guard let text = session.files(file) else {
        return ["!! this flow has no data file '\(Printable.line(file))'; add one: -- \(Printable.line(file)) --"]
      }
      session.calls.stub(name, Data(text.utf8), after: delay)
    }
    return []
  }

  private func fail(_ name: String, _ text: String, _ delay: Duration) -> [String] {
    session.calls.fail(name, with: text, after: delay)
    return []
  }
}
