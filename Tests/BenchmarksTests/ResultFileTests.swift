import Foundation
import Testing

@testable import benchmarks

@Suite struct ResultFileTests {
  @Test func aWrittenFileIsReadAgain() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("results-\(UUID()).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let measured = Measurement(amount: 12.5, allocations: 0)
    let file = ResultFile(results: [
      RowResult(name: "pipe", subject: measured, floor: measured, others: ["x": measured], ratio: Spread([1, 2, 3]))
    ])
    try file.write(to: path)
    #expect(try ResultFile(contentsOf: path) == file)
    #expect(file.result(named: "pipe")?.ratio.median == 2)
    #expect(file.result(named: "cold") == nil)
  }

  @Test func aMissingFileIsNamed() {
    let error = #expect(throws: UsageError.self) { try ResultFile(contentsOf: "/no/such/file.json") }
    #expect(error?.description.hasPrefix("/no/such/file.json cannot be read: ") == true)
  }

  @Test func aFileOfAnotherFormatIsRefused() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("other-\(UUID()).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("{}".utf8).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: UsageError.self) { try ResultFile(contentsOf: path) }
    #expect(error?.description.hasPrefix("\(path) was not written by --json: ") == true)
  }
}
