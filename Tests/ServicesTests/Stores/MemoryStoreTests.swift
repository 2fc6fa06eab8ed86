import Services
import Testing

@Suite struct MemoryStoreTests {
  @Test("it starts with the given entities; of those with the same id it keeps the last one")
  func contents() {
    let store = MemoryStore([Note(2, "old"), Note(1), Note(2, "new")])
    #expect(outcome(store.entities(Query())) == .success([Note(2, "new"), Note(1)]))
  }

  @Test("two stores are independent")
  func independence() throws {
    let store = MemoryStore<Note>(), other = MemoryStore<Note>()
    try outcome(store.save(Note(1))).get()
    #expect(outcome(other.entities(Query())) == .success([]))
  }
}
