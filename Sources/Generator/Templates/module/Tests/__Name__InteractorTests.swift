import Foundation
import ModuleTemplate
#if DATAMANAGER
  import Services
#endif
import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

@Suite struct __Name__InteractorTests {
  private let time = VirtualTimeScheduler()

  #if DATAMANAGER
    private func interactor(_ store: some __Name__Storing) -> __Name__Interactor {
      __Name__Interactor(__Name__DataManager(store), environment: .fixed(on: time))
    }
    private var interactor: __Name__Interactor { interactor(Stored__Name__(MemoryStore())) }
  #else
    private var interactor: __Name__Interactor { __Name__Interactor(environment: .fixed(on: time)) }
  #endif

  @Test("what was added is there, the oldest first") func adding() throws {
    let interactor = interactor, texts = interactor.rows().map { $0.map(\.text) }
    try expect(texts, "(a|)", ["a": []], on: time)
    for text in ["Buy milk", "Call home"] {
      try expect(interactor.add(text).map { "a" }, "(a|)", on: time)
      time.advance(by: .seconds(1))
    }
    try expect(texts, "(b|)", ["b": ["Buy milk", "Call home"]], on: time)
  }

  @Test("nothing is added before somebody observes") func cold() throws {
    let interactor = interactor, add = interactor.add("Buy milk")
    try expect(interactor.rows().map(\.count), "(a|)", ["a": 0], on: time)
    add.start()
    try expect(interactor.rows().map(\.count), "(b|)", ["b": 1], on: time)
  }

  #if DATAMANAGER
    @Test("a store takes its time, and says why it fails") func store() throws {
      let slow = Scripted__Name__Store(answer: try time.cold("--a|", ["a": []], failure: .other("")))
      try expect(interactor(slow).rows().map { "\($0.count)" }, "--0|", on: time)
      let broken = Scripted__Name__Store(answer: .fail(.other("the disk is full")))
      #expect(Recorder(interactor(broken).rows()).failure == __Name__Failure("the disk is full"))
      #expect(Recorder(interactor(broken).add("a")).failure == __Name__Failure("the disk is full"))
    }
  #endif
}

#if DATAMANAGER
  /// Answers what a test says.
  private struct Scripted__Name__Store: __Name__Storing {
    let answer: Signal<[__Name____Item__], StoreFailure>

    func all() -> Signal<[__Name____Item__], StoreFailure> { answer }
    func save(_ __item__: __Name____Item__) -> Signal<Void, StoreFailure> { answer.map { _ in } }
  }
#endif
