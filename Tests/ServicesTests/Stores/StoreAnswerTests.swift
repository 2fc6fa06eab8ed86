import Services
import Signals
import Testing

@Suite struct StoreAnswerTests {
  @Test("a call answered at once returns its value or throws its failure") func answered() throws {
    let store = MemoryStore([Note(1, "a")])
    #expect(try store.entity(1).answer() == Note(1, "a"))
    #expect(try store.entity(2).answer() == nil)
    try store.delete(1).answer()
    #expect(try store.entities(Query()).answer() == [])
    #expect(throws: StoreFailure.busy(file: "a")) { try Signal<Int, StoreFailure>.fail(.busy(file: "a")).answer() }
  }

  @Test("a later answer is not awaited") func late() {
    let time = VirtualTimeScheduler(), call = Signal<Int, StoreFailure>.just(1).delay(.seconds(1), on: time)
    #expect(throws: StoreFailure.other("the store did not answer")) { try call.answer() }
    time.run()
  }
}
