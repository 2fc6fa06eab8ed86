import Services
import Testing

@Suite struct TableTests {
  @Test("after random saves and deletions every row is found in its place")
  func positions() {
    var table = Table<Note>(), expected: [Note] = [], seed: UInt32 = 1
    for step in 0..<2_000 {
      seed = seed &* 1_664_525 &+ 1_013_904_223
      let note = Note(Int(seed >> 16) % 40, "\(step)")
      if seed.isMultiple(of: 3) {
        table.delete(note.id)
        expected.removeAll { $0.id == note.id }
      } else if let index = expected.firstIndex(where: { $0.id == note.id }) {
        table.save(note)
        expected[index] = note
      } else {
        table.save(note)
        expected.append(note)
      }
    }
    #expect(Array(table.rows) == expected)
    #expect(table.count == expected.count)
    for id in 0..<40 { #expect(table[id] == expected.first { $0.id == id }) }
  }
}
