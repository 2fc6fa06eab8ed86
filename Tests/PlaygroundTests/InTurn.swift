import Testing

/// Runs tests one after the other, each when the one before it has ended, beside all others that run.
///
/// What takes seconds on the main actor gains nothing by being run at the same time as others of its kind: there is one main
/// queue, and they would take turns at every `await`, each with its own memory.
struct InTurn: SuiteTrait, TestTrait, TestScoping {
  /// Who waits for a turn, the first to come first.
  private actor Queue {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func enter() async {
      guard isTaken else { return isTaken = true }
      await withCheckedContinuation { waiting.append($0) }
    }

    func leave() {
      if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
  }
  private static let queue = Queue()

  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Self.queue.enter()
    let result: Result<Void, any Error>
    do { result = .success(try await function()) } catch { result = .failure(error) }
    await Self.queue.leave()
    try result.get()
  }
}

extension Trait where Self == InTurn {
  /// Runs these tests one after the other.
  static var inTurn: Self { Self() }
}
