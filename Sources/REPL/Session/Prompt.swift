import Foundation
import Signals
import VIPER

/// Runs lines against a session, the app's and the session's own, and gives what they print.
@MainActor final class Prompt {
  let session: Session
  private(set) var isOver = false
  /// How many pieces of work one line may cause before it counts as endless.
  private let stepLimit: Int

  init(_ session: Session, stepLimit: Int = 100_000) {
    self.session = session
    self.stepLimit = stepLimit
  }

  /// The visible screen as a path: `todo/add> `.
  var text: String { session.console.prompt }

  /// Runs a line. Lines that begin with `!!` are the harness speaking.
  func run(_ line: String) -> [String] {
    guard line.hasPrefix(":") else {
      let said = session.console.run(line)
      return said + settle()
    }
    do throws(MetaCommandError) { return run(try MetaCommand.parse(line)) } catch { return ["!! \(error)"] }
  }

  private func run(_ command: MetaCommand) -> [String] {
    switch command {
    case .open(let link): open(link)
    case .advance(let duration): virtual(":advance") { advance($0, by: duration) }
    case .run: virtual(":run") { runAll($0) }
    case .now(let text): virtual(":now") { _ in setNow(text) }
    case .locale(let name): setLocale(name)
    case .screen: session.console.screen
    case .tree:
      session.navigator.map { "\($0.tree.value)".split(separator: "\n").map(String.init) } ?? ["(nothing is open)"]
    case .help(let name?): MetaCommand.usages[name].map { [$0] } ?? []
    case .help(nil): MetaCommand.usages.values.sorted() + ["help"]
    case .quit: end()
    case .stub(let name, let answer, let delay): stub(name, answer, delay)
    case .fail(let name, let text, let delay): fail(name, text, delay)
    }
  }

  /// Closes the app; gives what is left over, as the harness says it.
  func end() -> [String] {
    guard !isOver else { return [] }
    isOver = true
    return session.end().map { "!! \($0)" }
  }

  private func open(_ link: String) -> [String] {
    do {
      let problem = MutableProperty<RouteError?>(nil)
      let opening = try session.start().open(link).observe { event in
        if case .failed(let error) = event { problem.value = error }
      }
      let lines = settle()
      return (problem.value.map { ["! \($0)"] } ?? []) + lines + (opening.isDisposed ? [] : pendingNote(link))
    } catch { return ["!! the app cannot be built: \(error)"] }
  }

  private func pendingNote(_ link: String) -> [String] { session.isScripted ? [] : ["(opening \(link) …)"] }

  private func virtual(_ name: String, _ body: (VirtualTimeScheduler) -> [String]) -> [String] {
    guard let time = session.time else { return ["! time is real here; \(name) is for flows, where it is virtual"] }
    return body(time)
  }

  /// Runs what is due now.
  private func settle() -> [String] {
    guard let time = session.time else { return session.console.changes() }
    return advance(time, by: .zero)
  }

  private func advance(_ time: VirtualTimeScheduler, by duration: Duration) -> [String] {
    let start = time.now
    // Nothing is due any more when the clock moves on to the end.
    return steps(time, from: start) {
      time.runNext(until: start + duration)
    } atEnd: {
      time.advance(by: start + duration - time.now)
    }
  }

  private func runAll(_ time: VirtualTimeScheduler) -> [String] {
    steps(time, from: time.now) {
      time.runNext()
    } atEnd: {
    }
  }

  /// Runs step after step; what is printed at a later time is stamped with how much later.
  private func steps(
    _ time: VirtualTimeScheduler, from start: Duration, _ next: () -> Bool, atEnd: () -> Void
  ) -> [String] {
    var lines = session.console.changes()
    var stamp = Duration.zero
    for _ in 0..<stepLimit {
      guard next() else {
        atEnd()
        return lines
      }
      // Work at the same time belongs together: the screen is looked at when that time is over.
      if time.nextDue == time.now { continue }
      let changes = session.console.changes()
      guard !changes.isEmpty else { continue }
      let offset = time.now - start
      if offset != stamp {
        lines.append("+\(DurationText.print(offset))")
        stamp = offset
      }
      lines += changes
    }
    return lines + ["!! this did not end after \(stepLimit) steps: something schedules itself again and again"]
  }

  private func setNow(_ text: String) -> [String] {
    guard let date = DateText.parse(text, session.environment.calendar) else {
      return ["!! '\(text)' is no date such as 2014-05-21 or 2014-05-21T12:00"]
    }
    session.setNow(date)
    return settle()
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
        return ["!! this flow has no data file '\(file)'; add one: -- \(file) --"]
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
