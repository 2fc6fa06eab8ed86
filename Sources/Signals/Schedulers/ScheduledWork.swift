/// Work that is run once or dropped, whichever comes first; either way it is released at once.
final class ScheduledWork: Sendable {
  private let work: Protected<(@Sendable () -> Void)?>
  /// Drops the work.
  let disposable = Disposable()

  init(_ work: @escaping @Sendable () -> Void) {
    self.work = Protected(work)
    disposable.add(Hook { [weak self] in self?.take() })
  }

  func run() {
    if let work = take() {
      disposable.dispose()
      work()
    }
  }

  /// The work, for the first who asks.
  @discardableResult private func take() -> (@Sendable () -> Void)? {
    work.withLock { work in
      defer { work = nil }
      return work
    }
  }
}
