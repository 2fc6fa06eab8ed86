import Fixtures
import Foundation
import Services
import Signals
import SignalsTesting
import Testing

/// Programs that create or migrate a database while others open it.
@Suite struct SQLiteOpeningTests {
  /// The state that two programs find.
  enum Start: CaseIterable {
    /// No file, a file of an older version, or such a file that a program of the older version has open.
    case nothing, older, olderInUse

    /// The ids of the stored notes.
    var ids: [Int] { self == .nothing ? [] : [1] }
  }
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(inMemory: true) }

  @Test(
    "a file that another program creates or migrates during the opening is not reported as damaged",
    arguments: Start.allCases)
  func together(_ start: Start) throws {
    var moments = 0, both = 0
    while true {
      let url = folder.file("\(moments)/notes.sqlite"), interruption = Interruption()
      var older: SQLiteStore<StoreSchemaTests.FirstNote>? = SQLiteStore(at: url, schema: StoreSchemaTests.first)
      if start != .nothing { try older.map { try $0.save(.init(id: 1, title: "milk")).answer() } }
      if start != .olderInUse { older = nil }
      let store = interruption.store(at: url, schema: StoreSchemaTests.third)
      // Does not wait: the interrupted store cannot continue meanwhile.
      let other = SQLiteStore(at: url, schema: StoreSchemaTests.third, libraries: nil, busyTimeout: 0)
      let failure = MutableProperty<StoreFailure?>(nil)
      interruption.set(before: moments + 1) { failure.value = outcome(other.save(Note(2))).failure }
      let result = outcome(store.save(Note(3)))
      if interruption.isPending { break }
      #expect(throws: Never.self, "\(moments)") { try result.get() }
      #expect([nil, .inUse(file: url.path)].contains(failure.value), "\(moments)")
      if failure.value == nil { both += 1 }
      let ids = start.ids + (failure.value == nil ? [2] : []) + [3]
      #expect(try store.all.map(\.id).sorted() == ids, "\(moments)")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("\(moments)").path)
      #expect(names.filter { $0.contains("damaged") } == [])
      withExtendedLifetime(older) {}
      moments += 1
    }
    #expect(moments > 20 && both > 5, "\(moments) \(both)")
  }
}
