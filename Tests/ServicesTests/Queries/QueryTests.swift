import Services
import Testing

@Suite struct QueryTests {
  private let notes = [Note(1, "b", due: 30), Note(2, "a", due: 10), Note(3, "c", due: 20), Note(4, "a", due: 30)]

  private func ids(_ query: Query<Note>) -> [Int] { query.select(from: notes).map(\.id) }

  @Test("without conditions it asks for everything, oldest first") func everything() {
    #expect(ids(Query()) == [1, 2, 3, 4])
  }

  @Test("both ends of a range are included") func ends() {
    #expect(ids(Query().between(\.due, notes[1].due, notes[2].due)) == [2, 3])
    #expect(ids(Query().between(\.due, notes[2].due, notes[2].due)) == [3])
  }

  @Test("nothing is in a range that ends before it begins") func reversed() {
    #expect(ids(Query().between(\.due, notes[2].due, notes[1].due)) == [])
  }

  @Test("conditions add up") func conditions() {
    #expect(ids(Query().between(\.text, "a", "b").between(\.id, 2, 4)) == [2, 4])
  }

  @Test("orders add up; what is equal in all of them stays in order of its age") func orders() {
    #expect(ids(Query().ordered(by: \.due)) == [2, 3, 1, 4])
    #expect(ids(Query().ordered(by: \.due).ordered(by: \.text)) == [2, 3, 4, 1])
    #expect(ids(Query().ordered(by: \.text, .descending).ordered(by: \.due)) == [3, 1, 2, 4])
  }

  @Test("a limit and an offset count what was found, in its order") func limits() {
    let query = Query<Note>().ordered(by: \.due)
    #expect(ids(query.limited(to: 2)) == [2, 3])
    #expect(ids(query.limited(to: 2, offset: 3)) == [4])
    #expect(ids(query.limited(to: 2, offset: 9)) == [])
    #expect(ids(query.limited(to: -1, offset: -1)) == [])
    #expect(ids(Query().between(\.id, 2, 4).limited(to: 1, offset: 1)) == [3])
  }

  @Test("making a query narrower leaves the one it came from as it was") func values() {
    let all = Query<Note>()
    _ = all.between(\.id, 1, 1).limited(to: 0)
    #expect(ids(all) == [1, 2, 3, 4])
  }
}
