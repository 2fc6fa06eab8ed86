import Dispatch
import Signals
import Testing

@testable import REPL

@MainActor @Suite struct MainQueueTurnTests {
  @Test("what the main queue was given has run, and what that gave it; nothing waits for another thread") func drained()
    async
  {
    let log = MutableProperty<[String]>([])
    DispatchQueue.main.async {
      log.modify { $0.append("given") }
      DispatchQueue.main.async { log.modify { $0.append("given by it") } }
    }
    #expect(log.value == [])
    await MainQueueTurn.drained()
    #expect(log.value == ["given", "given by it"])
    MainActor.assertIsolated()
  }
}
