import Foundation
import LoopbackServer
import Services
import Signals
import SignalsTesting
import Testing

/// Calls of a store that come while another one is under way.
@Suite struct StoreCallsTests {
  private let files = ScriptedFileSystem()
  private let store: FileStore<Note>

  init() { store = FileStore(at: URL(fileURLWithPath: "/notes.json"), files: files) }

  @Test("nobody waits for the call of somebody else, who does theirs, too") func otherThread() async throws {
    let (begun, goOn, done) = (Gate(), Gate(), Gate())
    files.onLook.value = {
      begun.open()
      goOn.wait()
    }
    Thread.detachNewThread { [store] in
      store.save(Note(1)).start()
      done.open()
    }
    await passed(begun)
    let found = Recorder(store.entities(Query())), saved = Recorder(store.save(Note(2)))
    #expect(found.events.isEmpty && saved.events.isEmpty, "it returned while the other call was under way")
    goOn.open()
    await passed(done)
    #expect(found.values == [[Note(1)]] && saved.isCompleted)
    #expect(outcome(store.entities(Query())) == .success([Note(1), Note(2)]))
  }

  @Test("a call that is disposed before its turn has come is not done") func disposal() throws {
    let number = MutableProperty(0)
    files.onLook.value = { [store] in
      // In the middle of another one.
      let isFirst = number.modify {
        $0 += 1; return $0 == 1
      }
      guard isFirst else { return }
      let dropped = store.save(Note(8)).start()
      store.save(Note(9)).start()
      dropped.dispose()
    }
    defer { files.onLook.value = nil }
    try outcome(store.save(Note(1))).get()
    #expect(outcome(store.entities(Query())) == .success([Note(1), Note(9)]))
  }

  @Test("calls made in the middle of a call are done in their order, after it") func order() throws {
    let number = MutableProperty(0)
    files.onLook.value = { [store] in
      let isFirst = number.modify {
        $0 += 1; return $0 == 1
      }
      if isFirst { for id in 2...20 { store.save(Note(id)).start() } }
    }
    defer { files.onLook.value = nil }
    try outcome(store.save(Note(1))).get()
    #expect(outcome(store.entities(Query())).map { $0.map(\.id) } == .success(Array(1...20)))
  }
}
