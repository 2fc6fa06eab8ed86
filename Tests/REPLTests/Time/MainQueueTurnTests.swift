import Dispatch
import Signals
import Testing

@testable import REPL

@MainActor @Suite struct MainQueueTurnTests {
  @Test("the main queue's work has run, and the work that this enqueued; no other thread is involved")
  func drained() async {
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
