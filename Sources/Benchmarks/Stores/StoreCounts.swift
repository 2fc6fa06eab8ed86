import Foundation
import SQLiteStores
import Services
import Signals

/// The work of the stores for a call, counted and not timed, so that other load on the machine has no effect:
/// `benchmarks stores --check`.
struct StoreCounts {
  private static let some = 100

  /// The work that a call may do: the exact numbers of items read and written, and the most comparisons.
  private struct Promise: CustomStringConvertible {
    var read = 0, written = 0
    /// The most comparisons; nil if they are not checked.
    var compared: Int?

    var description: String { "\(read), \(written)" + (compared.map { ", at most \($0)" } ?? "") }
  }
  /// The number of items in a store.
  var all = 10_000
  /// Prints a line.
  let write: (String) -> Void
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("counts-\(getpid())")
  private let schema = StoreSchema<CountedItem>(indexes: [StoreIndex("due", \.due)])

  /// Writes a line for each promise; false if one is not kept.
  func run() throws -> Bool {
    defer { try? FileManager.default.removeItem(at: folder) }
    let items = (0..<all).map { StoreChange.save(item($0)) }
    try self.sqlite.commit(items).answer()
    try self.file.commit(items).answer()
    // Stores that have not opened their files yet.
    let sqlite = sqlite, file = file
    return try [
      searches(sqlite),
      count("sqlite: opened, and one of \(all) read", Promise(read: 1)) { try sqlite.entity(5).answer() },
      count("sqlite: \(Self.some) of \(all) between two dates", Promise(read: Self.some)) {
        try sqlite.entities(between(all / 2).ordered(by: \.due)).answer()
      },
      // The replaced item is read, since it may leave the answer of a live query.
      count("sqlite: one of \(all) saved", Promise(read: 1, written: 1)) { try sqlite.save(item(5)).answer() },
      count("file: opened, and one of \(all) read", Promise(read: all)) { try file.entity(5).answer() },
      // From then on, the store remembers the text of unchanged items.
      count("file: the first one saved", Promise(written: all)) { try file.save(item(5)).answer() },
      count("file: one of \(all) saved", Promise(written: 1)) { try file.save(item(5)).answer() },
      observe("sqlite", sqlite, Promise(read: Self.some + 1, written: 1, compared: 1_000)),
      observe("file", file, Promise(written: 1, compared: 2 * all + 1_000)),
    ].allSatisfy { $0 }
  }

  private var sqlite: SQLiteStore<CountedItem> {
    SQLiteStore(at: folder.appendingPathComponent("a.sqlite"), schema: schema)
  }
  private var file: FileStore<CountedItem> { FileStore(at: folder.appendingPathComponent("a.json"), schema: schema) }

  /// Whether a query between two dates searches and sorts by the index.
  private func searches(_ store: SQLiteStore<CountedItem>) throws -> Bool {
    let plan = try store.plan(between(0).ordered(by: \.due)).answer()
    return report("sqlite: no full scan", plan.joined(separator: ", "), plan.count == 1 && plan[0].hasPrefix("SEARCH "))
  }

  /// A hundred observers of one shared signal and a hundred of others: a write runs one query, once. Finding the affected queries
  /// takes a few comparisons of dates for each.
  private func observe(_ name: String, _ store: some Store<CountedItem>, _ promise: Promise) throws -> Bool {
    let told = MutableProperty(0), shared = store.observe(between(0)).share(replay: 1)
    let observations = (0..<100).flatMap { number in
      [shared, store.observe(between(200 + number))].map { signal in
        signal.observe { event in
          if case .value = event { told.modify { $0 += 1 } }
        }
      }
    }
    defer { for observation in observations { observation.dispose() } }
    told.value = 0
    let isCounted = try count("\(name): one saved, 200 observers", promise) { try store.save(item(5)).answer() }
    return report("\(name): of them are notified", "\(told.value)", told.value == 100) && isCounted
  }

  private func count<Value>(_ name: String, _ promise: Promise, _ work: () throws -> Value) throws -> Bool {
    CountedItem.work.value = Work()
    _ = try work()
    let done = CountedItem.work.value
    let isKept =
      (done.read, done.written) == (promise.read, promise.written) && done.compared <= promise.compared ?? .max
    return report(name, "\(done), promised \(promise)", isKept)
  }

  private func report(_ name: String, _ found: String, _ isKept: Bool) -> Bool {
    write("\(isKept ? "kept" : "MISSED") \(name): \(found)")
    return isKept
  }

  private func item(_ number: Int) -> CountedItem {
    CountedItem(id: number, name: "Item number \(number)", due: CountedDay(number: number))
  }

  private func between(_ first: Int) -> Query<CountedItem> {
    Query().between(\.due, CountedDay(number: first), CountedDay(number: first + Self.some - 1))
  }
}
