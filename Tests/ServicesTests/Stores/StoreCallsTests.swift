import Foundation
import LoopbackServer
import Services
import Signals
import SignalsTesting
import Testing

/// Calls of a store during another call.
@Suite struct StoreCallsTests {
  private let files = ScriptedFileSystem()
  private let store: FileStore<Note>

  init() { store = FileStore(at: URL(fileURLWithPath: "/notes.json"), files: files) }

  @Test("a call waits for the previous one, and each thread does only its own work") func otherThread() async throws {
    let (begun, asked, goOn) = (Gate(), Gate(), Gate()), done = [Gate(), Gate()]
    let looks = MutableProperty<[ObjectIdentifier: Int]>([:])
    files.onLook.value = {
      let isFirst = looks.withValue { looks in
        looks[ObjectIdentifier(Thread.current), default: 0] += 1
        return looks.count == 1
      }
      guard isFirst else { return }
      begun.open()
      goOn.wait()
    }
    Thread.detachNewThread { [store] in
      store.save(Note(1)).start()
      done[0].open()
    }
    await passed(begun)
    Thread.detachNewThread { [store] in
      asked.open()
      let saved = Recorder(store.save(Note(2)))
      #expect(saved.isCompleted, "it is answered before it returns")
      done[1].open()
    }
    await passed(asked)
    goOn.open()
    for gate in done { await passed(gate) }
    files.onLook.value = nil
    #expect(looks.value.count == 2, "\(looks.value)")
    #expect(Set(looks.value.values).count == 1, "\(looks.value)")
    #expect(try store.all == [Note(1), Note(2)])
  }

  @Test("calls of many threads take turns; no thread starves") func fairness() async throws {
    let store = MemoryStore<Note>(), isOver = MutableProperty(false), over = (0..<3).map { _ in Gate() }
    for gate in over {
      Thread.detachNewThread {
        while !isOver.value { store.save(Note(0)).start() }
        gate.open()
      }
    }
    // The loop ends although the other threads never stop.
    for id in 1...200 { try store.save(Note(id)).answer() }
    isOver.value = true
    for gate in over { await passed(gate) }
    #expect(try store.entities(Query().filter(\.id, in: 1...)).answer().count == 200)
  }

  @Test("calls made during a call run after it, in order; one that is disposed before its turn does nothing")
  func order() throws {
    files.atNextLook { [store] in
      let dropped = store.save(Note(99)).start()
      for id in 2...20 { store.save(Note(id)).start() }
      dropped.dispose()
    }
    try store.save(Note(1)).answer()
    #expect(try store.all.map(\.id) == Array(1...20))
  }
}
