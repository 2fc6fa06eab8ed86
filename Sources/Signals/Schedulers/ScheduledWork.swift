/// Work that runs once or is dropped. Either way it is released at once. A scheduler that releases the work drops it, too.
final class ScheduledWork: Sendable {
  private typealias Work = @Sendable () -> Void
  private let work: Protected<Work?>
  /// Drops the work. It holds the place of the work, not this object, so it keeps no dropped work alive.
  let disposable: Disposable

  init(_ work: @escaping @Sendable () -> Void) {
    let place = Protected<Work?>(work)
    self.work = place
    disposable = Disposable { Self.take(from: place) }
  }

  /// The work may keep the disposable alive, and so its own place.
  deinit { Self.take(from: work) }

  func run() {
    if let work = Self.take(from: work) {
      disposable.dispose()
      work()
    }
  }

  /// The work, for the first caller.
  @discardableResult private static func take(from place: Protected<Work?>) -> Work? {
    place.withLock { work in
      defer { work = nil }
      return work
    }
  }
}
