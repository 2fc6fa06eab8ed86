/// Work that is run once or dropped, whichever comes first; either way it is released at once. It is dropped, too, by a
/// scheduler that releases it.
final class ScheduledWork: Sendable {
  private typealias Work = @Sendable () -> Void
  private let work: Protected<Work?>
  /// Drops the work. It has the place of the work, not this: so it keeps no work alive that will not run.
  let disposable: Disposable

  init(_ work: @escaping @Sendable () -> Void) {
    let place = Protected<Work?>(work)
    self.work = place
    disposable = Disposable { Self.take(from: place) }
  }

  /// The work may keep the disposable, and so its own place.
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
