/// A time at which one thread reads, even if roots have been written since.
@usableFromInline final class Snapshot: @unchecked Sendable {
  /// By their nodes. The snapshot retains these, so that no other node gets the address of one.
  typealias Readings = [ObjectIdentifier: (node: AnyObject, reading: Any)]
  let time: Int
  /// The values that roots had at that time and have replaced since. Under the lock of the snapshots.
  var replaced: Readings = [:]
  /// For the thread that reads: the results, because nodes may soon save later ones.
  var results: Readings = [:]

  init(time: Int) { self.time = time }
}
