import Synchronization

/// One run of a command. It ends once: with its terminal event, or with its disposal, but then not before its start has
/// returned. Otherwise another run could begin while the work of this one is still being made.
///
/// | phase | meaning | goes to |
/// |---|---|---|
/// | `starting` | the work is being made and started | `started`, `abandoned`, `ended` |
/// | `started` | it runs | `ended` |
/// | `abandoned` | disposed while starting: whoever starts it ends it | `ended` |
/// | `ended` | it has ended | |
///
/// It is the teardown of its caller's observation.
@usableFromInline final class CommandRun: Teardown, @unchecked Sendable {
  private enum Phase: Int, AtomicRepresentable { case starting, started, abandoned, ended }

  // Everything is immutable but these.
  private let phase = Atomic(Phase.starting)
  /// Whether its work came to its end: what is disposed did not.
  private let hasEnded = Atomic(false)
  /// Which run it is of a command that keeps the latest only; set once, before its work begins.
  private(set) var number = 0
  private let state: CommandState
  /// What its work is torn down with.
  @usableFromInline let work = Disposable()
  /// Whether `cancel` ends it.
  let isOwned: Bool

  @usableFromInline init(_ state: CommandState, isOwned: Bool) {
    self.state = state
    self.isOwned = isOwned
    super.init()
  }

  /// Whether its events are wanted.
  @inlinable var isWanted: Bool { !work.isDisposed }

  /// Whether another has begun before it came to its own end, so that what it still tells is stale.
  var isReplaced: Bool { !hasEnded.load(ordering: .acquiring) && state.lastNumber != number }

  func begins(as number: Int) { self.number = number }

  /// The start has returned.
  @usableFromInline func started() {
    if !move(.starting, to: .started), move(.abandoned, to: .ended) { state.end(self) }
  }

  /// The work came to its end.
  @usableFromInline func terminated() {
    hasEnded.store(true, ordering: .releasing)
    if phase.exchange(.ended, ordering: .acquiringAndReleasing) != .ended { state.end(self) }
  }

  /// Ends it: the work is torn down first, and then the command is idle.
  func dispose() {
    work.dispose()
    if !move(.starting, to: .abandoned), move(.started, to: .ended) { state.end(self) }
  }

  @usableFromInline override func run() { dispose() }
  @usableFromInline override var isSpent: Bool { work.isDisposed }

  private func move(_ from: Phase, to next: Phase) -> Bool {
    phase.compareExchange(expected: from, desired: next, ordering: .acquiringAndReleasing).exchanged
  }
}
