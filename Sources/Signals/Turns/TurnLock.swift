import Dispatch
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The lock in the word of a turn. Taking it is one compare-and-swap, and with the turn free it takes both at once;
/// giving it back is a plain store, since nobody else may change the word meanwhile.
///
/// It is held for a few instructions: a value is copied in or out, nothing is released, nobody is called. The one exception
/// is the closure of `modify`, and its holder says so, so that others sleep until they are woken.
extension Turn {
  /// Takes the turn and the lock, if both are free.
  @inlinable func takeLocked() -> Bool {
    word.compareExchange(
      expected: Self.free, desired: Self.taken | Self.locked, successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged
  }

  /// Takes the lock, if the turn and it are free. Unlocked with `free`.
  @inlinable func tryLockFree() -> Bool {
    word.compareExchange(
      expected: Self.free, desired: Self.locked, successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged
  }

  /// Takes the lock, whoever has the turn. Gives the word to unlock with.
  @inlinable func lock() -> UInt {
    let seen = word.load(ordering: .relaxed)
    if seen & Self.locked == 0,
      word.compareExchange(
        expected: seen, desired: seen | Self.locked, successOrdering: .acquiring, failureOrdering: .relaxed
      ).exchanged
    {
      return seen
    }
    return lockAfterWaiting()
  }

  @usableFromInline func lockAfterWaiting() -> UInt { lock(with: Self.locked) }

  /// Takes the lock for as long as a closure of somebody else's runs. To be given back by `unlockLong`.
  @usableFromInline func lockLong() -> UInt { lock(with: Self.locked | Self.long) }

  private func lock(with bits: UInt) -> UInt { changeUnlocked { $0 | bits } }

  /// Gives the lock back, and leaves `word`: what locking gave, or what the holder makes of it.
  @inlinable func unlock(_ word: UInt) { self.word.store(word, ordering: .releasing) }

  /// Gives a long lock back and wakes who waits for it.
  @usableFromInline func unlockLong(_ word: UInt) {
    _ = self.word.exchange(word, ordering: .sequentiallyConsistent)
    Sleepers.wake()
  }
}

/// How a thread waits for a lock: for a short one it looks again a few times, then lets others run, its holder among
/// them; for a long one it sleeps.
struct Patience {
  private var looks = 0

  mutating func wait(for turn: borrowing Turn) {
    if turn.word.load(ordering: .relaxed) & Turn.long != 0 {
      Sleepers.sleep(while: turn)
      return
    }
    looks += 1
    if looks < 16 { return }
    // The holder was interrupted. Sleeping, and not only yielding, leaves it a processor.
    if looks < 20 { sched_yield() } else { usleep(50) }
  }
}

/// The threads that wait for a long lock of any turn. Each release wakes all; those whose lock is still held sleep again.
private enum Sleepers {
  private static let count = Atomic(0)
  private static let semaphores = Protected<[DispatchSemaphore]>([])

  static func sleep(while turn: borrowing Turn) {
    let semaphore = DispatchSemaphore(value: 0)
    semaphores.withLock { $0.append(semaphore) }
    count.add(1, ordering: .sequentiallyConsistent)
    // Either this sees the release, or the release sees the count: both are sequentially consistent. Woken in vain, one
    // looks again.
    if turn.word.load(ordering: .sequentiallyConsistent) & Turn.long != 0 { semaphore.wait() }
    semaphores.withLock { semaphores in semaphores.removeAll { $0 === semaphore } }
    count.subtract(1, ordering: .relaxed)
  }

  static func wake() {
    if count.load(ordering: .sequentiallyConsistent) == 0 { return }
    for semaphore in semaphores.withLock({ $0 }) { semaphore.signal() }
  }
}
