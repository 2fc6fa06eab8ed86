/// Releases long chains in a loop instead of by recursion. A deinit hands over the objects it holds. The first one on a thread
/// starts the loop; deinits that run inside it, one link further down, only add to the list.
@usableFromInline enum DeferredRelease {
  /// Releases the content, and puts `empty` in its place: now, or after the releases under way on this thread.
  static func release<Content>(_ content: inout Content, leaving empty: Content) {
    let pending = CurrentThread.state
    pending.contents.append(content)
    content = empty
    if pending.isReleasing { return }
    pending.isReleasing = true
    // Popping gives the only reference to the pattern, which releases it before the next round.
    while pending.contents.popLast() != nil {}
    pending.isReleasing = false
    if pending.contents.capacity > 1024 { pending.contents = [] }
  }
}

/// Holds a part of a chain and releases it through ``DeferredRelease``.
final class ReleaseBox<Content> {
  // Not nil before `deinit`, which hands it over: no two accesses at a time.
  @safe @exclusivity(unchecked) private var held: Content?

  init(_ content: Content) { held = content }

  var content: Content { unsafe held.unsafelyUnwrapped }  // see above

  deinit { DeferredRelease.release(&held, leaving: nil) }
}

// Immutable until `deinit`, and as sendable as its content.
extension ReleaseBox: @unchecked Sendable where Content: Sendable {}
