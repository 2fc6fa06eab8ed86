/// One thing a ``Disposable`` does when it is disposed.
@usableFromInline class Teardown {
  @inlinable init() {}

  /// Does it. Called once, by whoever disposed, or by whoever adds it to what is disposed.
  @usableFromInline func run() {}

  /// What it disposes, if that is all it does.
  @usableFromInline var disposable: Disposable? { nil }

  /// Whether there is nothing left to do, so that it need not be kept.
  @usableFromInline var isSpent: Bool { false }
}

/// A closure.
final class Hook: Teardown {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  override func run() { body() }
}

/// Another disposable.
final class Child: Teardown {
  // Holds one reference, taken in `init` and given up in `deinit`: unmanaged only so that `deinit` can hand it over, for
  // disposables may be nested deeply.
  private let reference: Unmanaged<Disposable>
  private var child: Disposable { reference.takeUnretainedValue() }

  // Retained before this is shared.
  init(_ disposable: Disposable) { reference = .passRetained(disposable) }

  deinit { DeferredRelease.release(reference.takeRetainedValue()) }

  override func run() { child.dispose() }
  override var disposable: Disposable? { child }
  override var isSpent: Bool { child.isDisposed }
}

/// Teardowns in the order they came, until they are closed. What is spent is dropped whenever the list has doubled.
final class Teardowns: Sendable {
  private struct State {
    var live: [Teardown] = []
    var isClosed = false
    var pruneAt = 16
  }
  private let state = Protected(State())

  /// Begins with what `make` gives while nobody else gets in; false if that is nothing.
  func fill(_ make: () -> [Teardown]?) -> Bool {
    state.withLock { state in
      guard let live = make() else { return false }
      state.live = live
      return true
    }
  }

  /// Keeps it; false if this has been closed already.
  func add(_ teardown: Teardown) -> Bool {
    var spent: [Teardown] = []  // released after unlocking, for a release may call out
    defer { withExtendedLifetime(spent) {} }
    return state.withLock { state in
      if state.isClosed { return false }
      if state.live.count >= state.pruneAt {
        spent = state.live
        state.live = spent.filter { !$0.isSpent }
        state.pruneAt = max(16, state.live.count * 2)
      }
      state.live.append(teardown)
      return true
    }
  }

  /// What is to be run; from now on, nothing is kept.
  func close() -> [Teardown] {
    state.withLock { state in
      defer { state.live = [] }
      state.isClosed = true
      return state.live
    }
  }
}
