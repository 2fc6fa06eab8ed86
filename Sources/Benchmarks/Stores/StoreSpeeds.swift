import Foundation
import Services
import Signals

/// How fast the stores are with a hundred thousand items, against what is promised: `benchmarks stores`.
///
/// What takes longest is the disk's own time, for everything acknowledged is on it: the floor is a file of the same size,
/// written and made to last.
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
    let sqlite = SQLiteStore(at: folder.appendingPathComponent("items.sqlite"), schema: schema)
    let file = FileStore(at: folder.appendingPathComponent("items.json"), schema: schema)
    try value(of: sqlite.commit((0..<100_000).map { .save(item($0)) }))
    try value(of: file.commit((0..<10_000).map { .save(item($0)) }))
    let floor = try disk(size: 1_300_000)
    print("floor: 1.3 MB written and made to last", floor)

    return try [
      searches(sqlite),
      report("sqlite: 100 of 100,000 between two dates", goal: .milliseconds(1)) {
        let query = between(50_000, 50_099).ordered(by: \.due)
        guard try value(of: sqlite.entities(query)).count == 100 else { throw Failed(call: "query") }
      },
      report("file: saving one of 10,000", goal: .milliseconds(20)) { try value(of: file.save(item(77))) },
      live("file", file), live("sqlite", sqlite),
    ].allSatisfy { $0 }
  }

  /// Whether what is between two dates is found by its index, without a look at anything else.
  private func searches(_ store: SQLiteStore<Item>) throws -> Bool {
    let plan = try value(of: store.plan(between(50_000, 50_099).ordered(by: \.due)))
    let isSearch = plan.count == 1 && plan.allSatisfy { $0.hasPrefix("SEARCH ") }
    print("\(isSearch ? "kept" : "MISSED") sqlite: no full scan: \(plan.joined(separator: ", "))")
    return isSearch
  }

  /// A hundred observers of one query, and a hundred of different ones: a write asks once, for what it has touched.
  private func live(_ name: String, _ store: some Store<Item>) throws -> Bool {
    let alone = try median { try value(of: store.save(item(5))) }
    let observations = (0..<100).flatMap { number in
      [store.observe(between(0, 99)).start(), store.observe(between(number * 100, number * 100 + 99)).start()]
    }
    defer { for observation in observations { observation.dispose() } }
    return try report(
      "\(name): one write, 200 observers, beyond the write itself", goal: .milliseconds(20), less: alone
    ) {
      try value(of: store.save(item(5)))
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

  /// The median of many: one that waits for a busy disk says nothing.
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

  @discardableResult private func value<Value>(of call: Signal<Value, StoreFailure>) throws -> Value {
    let answer = MutableProperty<Result<Value, StoreFailure>>(.failure(.other("no answer")))
    call.observe { event in
      switch event {
      case .value(let value): answer.value = .success(value)
      case .failed(let failure): answer.value = .failure(failure)
      case .completed: break
      }
    }
    return try answer.value.get()
  }
}
