import Foundation
import SQLiteStores
import Services
import Signals

/// The speed of the stores with a hundred thousand items, against the promised times: `benchmarks stores`.
///
/// Most of the time is the disk's own, since every acknowledged change is on disk. The floor is the time to write and sync a file
/// of the same size.
struct StoreSpeeds {
  private struct Item: Codable, Identifiable, Sendable {
    let id: Int
    var name: String
    var due: Date
  }
  private struct Failed: Error { let call: String }

  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("benchmarks-\(getpid())")
  private let schema = StoreSchema<Item>(indexes: [StoreIndex("due", \.due)])
  private let clock = ContinuousClock()

  /// Prints a line for each promise; false if one is not kept.
  func run() throws -> Bool {
    defer { try? FileManager.default.removeItem(at: folder) }
    try sqlite.commit((0..<100_000).map { .save(item($0)) }).answer()
    try file.commit((0..<10_000).map { .save(item($0)) }).answer()
    let floor = try disk(size: 1_300_000)
    print("floor: 1.3 MB written and synced", floor)
    var kept = try [
      // A new store each time; the one before is closed by then.
      report("sqlite: opening 100,000, and reading one", goal: .milliseconds(100)) {
        try self.sqlite.entity(5).answer()
      },
      report("sqlite: opening 100,000, and saving one", goal: .seconds(1)) { try self.sqlite.save(item(5)).answer() },
      report("file: opening 10,000, and reading one", goal: .milliseconds(300)) { try self.file.entity(5).answer() },
    ]
    let sqlite = sqlite, file = file
    kept += try [
      report("sqlite: 100 of 100,000 between two dates", goal: .milliseconds(1)) {
        let query = between(50_000, 50_099).ordered(by: \.due)
        guard try sqlite.entities(query).answer().count == 100 else { throw Failed(call: "query") }
      },
      report("file: saving one of 10,000", goal: .milliseconds(20)) { try file.save(item(77)).answer() },
      live("file", file), live("sqlite", sqlite),
    ]
    return kept.allSatisfy { $0 }
  }

  private var sqlite: SQLiteStore<Item> {
    SQLiteStore(at: folder.appendingPathComponent("items.sqlite"), schema: schema)
  }
  private var file: FileStore<Item> { FileStore(at: folder.appendingPathComponent("items.json"), schema: schema) }

  /// A hundred observers of one shared signal, and a hundred of different queries: a write runs only the two affected queries.
  private func live(_ name: String, _ store: some Store<Item>) throws -> Bool {
    let alone = try median { try store.save(item(5)).answer() }
    let shared = store.observe(between(0, 99)).share(replay: 1)
    let observations = (0..<100).flatMap { number in
      [shared.start(), store.observe(between(number * 100, number * 100 + 99)).start()]
    }
    defer { for observation in observations { observation.dispose() } }
    return try report(
      "\(name): one write, 200 observers, beyond the write itself", goal: .milliseconds(20), less: alone
    ) {
      try store.save(item(5)).answer()
    }
  }

  private func item(_ number: Int) -> Item {
    Item(id: number, name: "Item number \(number)", due: date(number))
  }

  private func date(_ number: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(number) * 3600) }

  private func between(_ first: Int, _ last: Int) -> Query<Item> { Query().between(\.due, date(first), date(last)) }

  private func report(
    _ name: String, goal: Duration, less: Duration = .zero, _ work: () throws -> Void
  ) throws -> Bool {
    let time = max(try median(work) - less, .zero)
    print("\(time <= goal ? "kept" : "MISSED") \(name): \(time), promised \(goal)")
    return time <= goal
  }

  /// The median of many runs, since a single one may wait for a busy disk.
  private func median(_ work: () throws -> Void) rethrows -> Duration {
    let times = try (0..<31).map { _ in try clock.measure(work) }
    return times.sorted()[times.count / 2]
  }

  private func disk(size: Int) throws -> Duration {
    let disk = DiskFileSystem(), data = Data(count: size)
    let draft = folder.appendingPathComponent("draft"), file = folder.appendingPathComponent("floor")
    return try median {
      try disk.write(data, to: draft)
      try disk.synchronize(draft)
      try disk.rename(draft, to: file)
      try disk.synchronize(folder)
    }
  }
}
