import Foundation
import ModuleTemplate
#if STORE
  import REPL
  import Services
#endif
import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

@Suite struct __Name__InteractorTests {
  private let time = VirtualTimeScheduler()

  #if STORE
    private var interactor: __Name__Interactor { __Name__Interactor(MemoryStore(), .fixed(on: time)) }
  #else
    private var interactor: __Name__Interactor { __Name__Interactor(.fixed(on: time)) }
  #endif

  @Test("added items appear at once, the oldest first") func adding() throws {
    let interactor = interactor, texts = Recorder(interactor.rows.map { $0.map(\.text) })
    for text in ["Buy milk", "Call home"] {
      try expect(interactor.add(text).map { "a" }, "(a|)", on: time)
      time.advance(by: .seconds(1))
    }
    #expect(texts.values == [[], ["Buy milk"], ["Buy milk", "Call home"]])
  }

  @Test("an item is added when the call is observed, not before") func cold() throws {
    let interactor = interactor, counts = Recorder(interactor.rows.map(\.count)), add = interactor.add("Buy milk")
    #expect(counts.values == [0])
    add.start()
    #expect(counts.values == [0, 1])
  }

  #if STORE
    @Test("a store may be slow, and its failures have a reason") func store() throws {
      let calls = Calls(on: time), store = MemoryStore<__Name____Item__>().named("store", calls)
      let interactor = __Name__Interactor(store, .fixed(on: time))
      calls.stub("store.changes", "[]", after: .seconds(2))
      let rows = Recorder(interactor.rows.map(\.count), on: time)
      time.advance(by: .seconds(2))
      #expect(rows.entries.map(\.time) == [.seconds(2)] && rows.values == [0])
      rows.dispose()
      calls.fail("store.save", with: "the disk is full")
      #expect(Recorder(interactor.add("a")).failure?.reason == "the disk is full")
      calls.fail("store.changes", with: "the disk is gone")
      #expect(Recorder(interactor.rows).failure?.reason == "the disk is gone")
    }
  #endif
}
