#if DEBUG
  import Synchronization

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// In a debug build: the `modify` whose closure runs under a lock. The program stops, and names the places, if that closure uses
  /// its own property, or if two threads use two properties inside each other's `modify`.
  @usableFromInline final class LockHolder: Sendable {
    /// The thread that runs the closure; 0 for none. A thread that reads its own number here has written it.
    private let thread = Atomic<UInt>(0)
    /// Whether the lock is that of a property.
    private let isOfProperty = Atomic(false)
    // Only the thread of that number, which holds the lock, reads and writes them.
    @safe private nonisolated(unsafe) var file: StaticString = ""
    @safe private nonisolated(unsafe) var line: UInt = 0
    /// The holder of the closure that this one runs inside.
    @safe private nonisolated(unsafe) var outer: BorrowedReference<LockHolder>?

    @usableFromInline init() {}

    func belongsToProperty() { isOfProperty.store(true, ordering: .relaxed) }

    /// Under the lock: runs the closure of the `modify` at that place.
    func run<R, Failure: Error>(
      _ file: StaticString, _ line: UInt, _ body: () throws(Failure) -> R
    ) throws(Failure) -> R {
      (self.file, self.line) = (file, line)
      outer = LockOrder.innermost
      thread.store(CurrentThread.number, ordering: .relaxed)
      // The caller keeps the property alive.
      LockOrder.innermost = unsafe BorrowedReference(self)
      defer {
        LockOrder.innermost = outer
        thread.store(0, ordering: .relaxed)
      }
      return try body()
    }

    private var closure: String { "the closure of modify at \(file):\(line)" }

    /// Before the lock is taken: stops the program if the call comes from inside the closure. A `modify` names its own place, too.
    @usableFromInline func expectNone(at inner: (file: StaticString, line: UInt)? = nil) {
      if thread.load(ordering: .relaxed) != CurrentThread.number { return expectOneOrder() }
      let mistake =
        if let (file, line) = inner {
          "modify at \(file):\(line) would wait forever: it comes from \(closure), which has locked the same property"
        } else {
          "\(closure) uses its own property, or one derived from it, and would wait forever"
        }
      preconditionFailure(
        "\(mistake); use the closure's argument", file: inner?.file ?? file, line: inner?.line ?? line)
    }

    private func expectOneOrder() {
      if !isOfProperty.load(ordering: .relaxed) { return }
      var next = LockOrder.innermost
      while let holder = next?.object {
        if let other = LockOrder.opposite(of: holder, self, at: holder.closure) {
          preconditionFailure(
            """
            \(holder.closure) uses a property, and \(other) uses the first one inside that one's: on two threads, each would wait \
            for the other forever. Write one after the other, or keep both values in one property, with a lens for each
            """, file: holder.file, line: holder.line)
        }
        next = holder.outer
      }
    }
  }

  /// In a debug build: the properties that closures of `modify` have used while they held the lock of another one.
  private enum LockOrder {
    private struct Pair: Hashable { let outer: ObjectIdentifier, inner: ObjectIdentifier }
    private struct Use {
      weak var outer: LockHolder?
      weak var inner: LockHolder?
      let closure: String
      /// The thread; nil if there were several.
      var thread: UInt?
    }
    private static let uses = Protected<[Pair: Use]>([:])

    /// Remembers that the closure of `outer` uses `inner`.
    ///
    /// - Returns: The closure of `inner` that has used `outer` on another thread.
    static func opposite(of outer: LockHolder, _ inner: LockHolder, at closure: String) -> String? {
      let thread = CurrentThread.number
      return uses.withLock { uses in
        let pair = Pair(outer: ObjectIdentifier(outer), inner: ObjectIdentifier(inner))
        // A holder that is gone may have had the same address.
        if let use = uses[pair], use.outer === outer, use.inner === inner {
          if use.thread != thread { uses[pair]?.thread = nil }
        } else {
          if uses.count > 1_000 { uses = uses.filter { $1.outer != nil && $1.inner != nil } }
          uses[pair] = Use(outer: outer, inner: inner, closure: closure, thread: thread)
        }
        guard let other = uses[Pair(outer: pair.inner, inner: pair.outer)] else { return nil }
        return other.outer === inner && other.inner === outer && other.thread != thread ? other.closure : nil
      }
    }

    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      // Writes the key before it returns.
      let code = unsafe pthread_key_create(&key, nil)
      precondition(code == 0, "no thread-specific storage: code \(code)")
      return key
    }()

    /// The holder of the innermost closure that this thread runs.
    static var innermost: BorrowedReference<LockHolder>? {
      // Put there below, by this thread, which still runs the closure, so the holder is alive.
      get {
        unsafe pthread_getspecific(key).map {
          unsafe BorrowedReference(Unmanaged<LockHolder>.fromOpaque($0).takeUnretainedValue())
        }
      }
      set { unsafe pthread_setspecific(key, newValue.map { unsafe UnsafeRawPointer($0.reference.toOpaque()) }) }
    }
  }
#endif
