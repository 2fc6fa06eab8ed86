import Testing

/// Runs its tests one after the other, but in parallel with all other tests.
///
/// Long tests on the main actor gain nothing by running in parallel: they would take turns on the main queue at every `await`, and
/// need the memory of all of them at once.
struct InTurn: SuiteTrait, TestTrait, TestScoping {
  /// The tests that wait for a turn, first in, first out.
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
