import Signals

/// What is going on, at a terminal: the `…` of the screen, with the time it has taken so far, and the bars beside it. They stay
/// in one place as long as nothing is printed below them, and make room for what comes of it.
@MainActor final class WaitLine {
  private let clock: any Scheduler
  private let words: @MainActor (_ seconds: Int) -> String
  private let draw: @MainActor (_ lines: [String], _ old: [String]) -> Void
  private var ticking: Disposable?
  private var seconds = 0
  /// What the screen shows of it.
  private var live: [String] = []
  /// What of it is the last that was printed.
  private var last: [String] = []

  /// - Parameters:
  ///   - words: says so many seconds.
  ///   - draw: prints lines in place of others, the last ones; either may be none.
  init(
    on clock: any Scheduler, words: @escaping @MainActor (_ seconds: Int) -> String,
    draw: @escaping @MainActor (_ lines: [String], _ old: [String]) -> Void
  ) {
    self.clock = clock
    self.words = words
    self.draw = draw
  }

  /// These lines were printed under the one that was typed, and this is going on now.
  func printed(_ lines: [String], live: [String]) {
    follow(live)
    last = Self.end(of: lines, live)
  }

  /// These lines are to be printed, and this is going on now.
  func changed(_ lines: [String], live: [String]) {
    let isSame = live == self.live
    // What is still in its place goes from there.
    let lines = lines.filter { line in !last.contains { Mark.gone([$0]) == line } }
    follow(live)
    if lines.isEmpty, isSame { return }
    guard live.isEmpty || !lines.allSatisfy(live.contains) else { return drawAgain() }
    let old = last
    last = Self.end(of: lines, live)
    if !lines.isEmpty || !old.isEmpty { draw(lines, old) }
  }

  /// Something else was printed.
  func interrupted() { last = [] }

  /// Nothing is going on any more.
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
      MainActor.assumeIsolated { self?.tick(after: tick + 1) }
    }
  }

  private func tick(after seconds: Int) {
    guard ticking != nil else { return }
    self.seconds = seconds
    drawAgain()
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
