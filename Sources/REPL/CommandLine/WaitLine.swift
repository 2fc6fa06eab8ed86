import Signals

/// Says at a terminal how long something has been going on: the `…` of the screen becomes `… 3s`, in its place as long as nothing
/// else is printed below it.
@MainActor final class WaitLine {
  private let clock: any Scheduler
  private let words: @MainActor (_ seconds: Int) -> String
  private let show: @MainActor (_ line: String, _ isInPlace: Bool) -> Void
  private var ticking: Disposable?
  private var isLast = false

  /// - Parameters:
  ///   - words: says so many seconds.
  ///   - show: prints a line, in place of the last one if `isInPlace`.
  init(
    on clock: any Scheduler, words: @escaping @MainActor (_ seconds: Int) -> String,
    show: @escaping @MainActor (_ line: String, _ isInPlace: Bool) -> Void
  ) {
    self.clock = clock
    self.words = words
    self.show = show
  }

  /// These lines were printed, and this is what the screen shows now.
  func printed(_ lines: [String], on screen: [String]) {
    isLast = lines.last == Control.busyLine
    guard screen.contains(Control.busyLine) else { return end() }
    if ticking == nil { begin() }
  }

  /// Something else was printed.
  func interrupted() { isLast = false }

  /// Nothing is going on any more.
  func end() {
    ticking?.dispose()
    ticking = nil
  }

  private func begin() {
    ticking = Signal.timer(every: .seconds(1), on: clock).observeValues { [weak self] tick in
      // A session's scheduler runs its work on the main queue, which is the main actor's.
      MainActor.assumeIsolated { self?.tick(after: tick + 1) }
    }
  }

  private func tick(after seconds: Int) {
    guard ticking != nil else { return }
    show("\(Control.busyLine) \(words(seconds))", isLast)
    isLast = true
  }
}
