import Foundation
import Testing

@testable import benchmarks

@Suite struct ResultFileTests {
  @Test func aWrittenFileIsReadAgainAndAnotherFileIsRefused() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("results-\(UUID()).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let missing = #expect(throws: UsageError.self) { try ResultFile(contentsOf: path) }
    let measured = Measurement(amount: 12.5, allocations: 0)
    let file = ResultFile(results: [
      RowResult(name: "pipe", subject: measured, floor: measured, others: ["x": measured], ratio: Spread([1, 2, 3]))
    ])
    try file.write(to: path)
    #expect(try ResultFile(contentsOf: path) == file)
    #expect(file.result(named: "pipe")?.ratio.median == 2)
    try Data("{}".utf8).write(to: URL(fileURLWithPath: path))
    let other = #expect(throws: UsageError.self) { try ResultFile(contentsOf: path) }
    #expect(missing?.description.hasPrefix("\(path) cannot be read: ") == true)
    #expect(other?.description.hasPrefix("\(path) was not written by --json: ") == true)
  }
}
