import REPL
import Signals

/// Shows the app's current work at a terminal: the screen's `…` with the elapsed time, and the progress bars beside it. The
/// lines stay in one place until other output is printed below them; the results of the work replace them.
@MainActor final class WaitLine {
  private let clock: any Scheduler
  private let words: @MainActor (_ seconds: Int) -> String
  private let draw: @MainActor (_ lines: [String], _ old: [String]) -> Void
  private var ticking: Disposable?
  private var seconds = 0
  /// The screen's current lines of work.
  private var live: [String] = []
  /// The lines of work at the end of the output, which can still be replaced.
  private var last: [String] = []

  /// - Parameters:
  ///   - words: prints a number of seconds.
  ///   - draw: prints lines in place of the last ones; either list may be empty.
  init(
    on clock: any Scheduler, words: @escaping @MainActor (_ seconds: Int) -> String,
    draw: @escaping @MainActor (_ lines: [String], _ old: [String]) -> Void
  ) {
    self.clock = clock
    self.words = words
    self.draw = draw
  }

  /// Notes the lines printed under the typed one, and the current lines of work.
  func printed(_ lines: [String], live: [String]) {
    follow(live)
    last = Self.end(of: lines, live)
  }

  /// Draws changed lines, and the current lines of work.
  func changed(_ lines: [String], live: [String]) {
    let isSame = live == self.live
    // Lines that are still in their place are erased there.
    let lines = lines.filter { line in !last.contains { Mark.gone([$0]) == line } }
    follow(live)
    if lines.isEmpty, isSame { return }
    guard live.isEmpty || !lines.allSatisfy(live.contains) else { return drawAgain() }
    let old = last
    last = Self.end(of: lines, live)
    if !lines.isEmpty || !old.isEmpty { draw(lines, old) }
  }

  /// Notes that other output was printed below.
  func interrupted() { last = [] }

  /// Stops the timer when the work is over.
  func end() {
    ticking?.dispose()
    ticking = nil
    seconds = 0
  }

  private func follow(_ live: [String]) {
    self.live = live
    guard live.contains(Mark.busy) else { return end() }
    if ticking != nil { return }
    ticking = Signal.timer(every: .seconds(1), on: clock).observeValues { [weak self] tick in
      // A session's scheduler runs its work on the main queue, which is the main actor's.
      MainActor.assumeIsolated {
        self?.seconds = tick + 1
        self?.drawAgain()
      }
    }
  }

  private func drawAgain() {
    let old = last
    last = live.map { $0 == Mark.busy && seconds > 0 ? "\($0) \(words(seconds))" : $0 }
    draw(last, old)
  }

  private static func end(of lines: [String], _ live: [String]) -> [String] {
    lines.reversed().prefix(while: live.contains).reversed()
  }
}
