import BuiltPackage
import Effort
import Fixtures
import Foundation
import Services
import SignalsTesting
import Testing

/// The data of a store after its process, its disk or its file fails.
@Suite struct DurabilityTests {
  /// The entity of `store-writer`: commit n writes entity 0 with the number n, and entity n.
  struct Entry: Codable, Hashable, Identifiable, Sendable {
    let id: Int
    var number: Int
    var text: String
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(inMemory: true) }

  private func store(_ kind: StoreKind) -> any Store<Entry> { kind.store(in: folder) }

  private static func writer(_ kind: StoreKind, in folder: TemporaryFolder, _ options: String...) throws -> ChildProcess
  {
    try ChildProcess("store-writer", [kind.rawValue, kind.url(in: folder).path] + options)
  }

  /// The number of kills, and the number of new files.
  private static let kills = Effort.runs(short: 20, full: 60, all: 500)
  private static let files = Effort.runs(short: 4, full: 10, all: 25)

  @Test(
    "after a kill at any moment all acknowledged commits are stored, and none is stored partially",
    arguments: StoreKind.onDisk)
  func kills(_ kind: StoreKind) async throws {
    try await onOwnThread {
      var numbers = SeededNumbers(seed: 1), idle = numbers, commits = 0
      for _ in 0..<Self.files {
        let folder = try TemporaryFolder(inMemory: true), store: any Store<Entry> = kind.store(in: folder)
        var last = 0
        for _ in 0..<Self.kills / Self.files {
          let writer = try Self.writer(kind, in: folder)
          // Kills the writer after its start, after some commits and in the middle of the next one.
          var said = (0...Int.random(in: 0...4, using: &numbers)).compactMap { _ in writer.line() }
          for _ in 0..<Int.random(in: 0...20_000, using: &numbers) { _ = idle.next() }
          writer.end()
          said += writer.lines()
          last = try Self.check(store, after: said, from: last)
        }
        commits += last
      }
      #expect(commits > Self.kills, "the writer was killed before it could write")
    }
  }

  @Test("programs that write to one database constantly do not starve each other") func busyPrograms() async throws {
    try await onOwnThread { [folder, store = store(.sqlite)] in
      let writers = try (0..<3).map { _ in try Self.writer(.sqlite, in: folder) }
      for writer in writers {
        let said = (0..<30).map { _ in writer.line() ?? "it has ended" }
        #expect(said.dropFirst(2).allSatisfy { Int($0) != nil }, "\(said)")
      }
      for writer in writers { writer.end() }
      #expect(outcome(store.entities(Query())).failure == nil)
    }
  }

  @Test("on a full disk the commit fails with the reason, and the stored data stays", arguments: StoreKind.onDisk)
  func fullDisk(_ kind: StoreKind) throws {
    let said = try Self.writer(kind, in: folder, "--limit", "60000").lines(), failure = said.last ?? ""
    let start = "! cannot write \(kind.url(in: folder).path): ", reason = kind == .file ? "File too large" : "disk"
    #expect(said.count > 5, "\(said)")
    #expect(failure.hasPrefix(start), "\(said)")
    #expect(failure.contains(reason), "\(said)")
    _ = try Self.check(store(kind), after: said.dropLast(), from: 0)
    // With free space again, it works.
    try store(kind).save(Entry(id: 9999, number: 0, text: "")).answer()
  }

  @Test(
    "in a read-only folder reading works, a commit fails with the reason, and the stored data stays",
    arguments: StoreKind.onDisk)
  func readOnlyFolder(_ kind: StoreKind) throws {
    let entry = Entry(id: 0, number: 7, text: "kept")
    try store(kind).save(entry).answer()
    for name in folder.names { chmod(folder.file(name).path, 0o444) }
    chmod(folder.path, 0o555)
    defer { chmod(folder.path, 0o755) }
    let said = try Self.writer(kind, in: folder, "--as-nobody").lines()
    let failure = "! cannot write \(kind == .file ? kind.url(in: folder).path : folder.path): "
    #expect(said.dropLast() == ["ready", "from 7"], "\(said)")
    #expect(said.last?.hasPrefix(failure) == true, "\(said)")
    chmod(folder.path, 0o755)
    for name in folder.names { chmod(folder.file(name).path, 0o644) }
    #expect(try store(kind).all == [entry])
  }

  @Test(
    "a file damaged at any place is reported and stays unchanged, or all saved entities are read",
    arguments: StoreKind.onDisk)
  func damage(_ kind: StoreKind) throws {
    let url = kind.url(in: folder)
    let entries = (0..<150).map { Entry(id: $0, number: $0 * 7, text: String(repeating: "text ", count: $0)) }
    try store(kind).commit(entries.map { .save($0) }).answer()
    let sound = try Data(contentsOf: url)
    let runs = Effort.runs(short: 40, full: 60, all: 200)
    var numbers = SeededNumbers(seed: 3), told = 0
    for _ in 0..<runs {
      for name in folder.names { try FileManager.default.removeItem(at: folder.file(name)) }
      let damaged = Self.damage(sound, using: &numbers)
      try damaged.write(to: url)
      let isRight: Bool
      switch outcome(store(kind).entities(Query())) {
      // Damage inside a text cannot be detected.
      case .success(let found): isRight = found.count == entries.count
      case .failure(.invalid(url.path, _)), .failure(.newer(url.path, _, _)):
        told += 1
        isRight = true
      case .failure: isRight = false
      }
      #expect(isRight)
      #expect(try Data(contentsOf: url) == damaged)
    }
    #expect(told > runs / 4, "\(told)")
  }

  /// Truncates the data, or overwrites a part of it.
  private static func damage(_ data: Data, using numbers: inout SeededNumbers) -> Data {
    let place = Int.random(in: 0..<data.count, using: &numbers)
    if Int.random(in: 0..<4, using: &numbers) == 0 { return data.prefix(place) }
    var damaged = data
    for offset in 0..<Int.random(in: 1...64, using: &numbers) where place + offset < data.count {
      damaged[place + offset] ^= UInt8.random(in: 1...255, using: &numbers)
    }
    return damaged
  }

  /// Expects all acknowledged commits and at most one more, each complete; returns the number of the last commit.
  private static func check(_ store: any Store<Entry>, after said: [String], from last: Int) throws -> Int {
    let numbers = said.filter { $0 != "ready" && !$0.hasPrefix("from ") }
    let acknowledged = numbers.last.flatMap { Int($0) } ?? last, entries = try store.all
    let number = entries.first { $0.id == 0 }?.number ?? 0
    #expect(said.first == "ready", "\(said)")
    #expect(numbers.allSatisfy { Int($0) != nil }, "\(said)")
    #expect((acknowledged...acknowledged + 1).contains(number))
    #expect(entries.filter { $0.id > 0 }.map(\.id) == Array(stride(from: 1, through: number, by: 1)))
    return number
  }
}
