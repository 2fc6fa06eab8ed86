import Synchronization

/// The end of one run of a command, which comes once: with its terminal event, or with its disposal, but then not before its
/// start has returned. Otherwise another run could begin while the work of this one is still being made.
///
/// | phase | meaning | goes to |
/// |---|---|---|
/// | `starting` | the work is being made and started | `started`, `abandoned`, `ended` |
/// | `started` | it runs | `ended` |
/// | `abandoned` | disposed while starting: whoever starts it ends it | `ended` |
/// | `ended` | it has ended | |
final class CommandRun: Sendable {
  private enum Phase: Int, AtomicRepresentable { case starting, started, abandoned, ended }

  private let phase = Atomic(Phase.starting)
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  /// The start has returned.
  func started() {
    if !move(.starting, to: .started), move(.abandoned, to: .ended) { end() }
  }

  /// The work came to its end.
  func terminated() {
    if phase.exchange(.ended, ordering: .acquiringAndReleasing) != .ended { end() }
  }

  /// The work was disposed and torn down.
  func disposed() {
    if !move(.starting, to: .abandoned), move(.started, to: .ended) { end() }
  }

  private func move(_ from: Phase, to next: Phase) -> Bool {
    phase.compareExchange(expected: from, desired: next, ordering: .acquiringAndReleasing).exchanged
  }
}
