import PlainText
import Testing

@testable import REPL

@Suite struct ShardTests {
  @Test("shards are disjoint, whole, and of about the same size", arguments: [1, 2, 3, 7, 20])
  func parts(_ count: Int) throws {
    let all = Array(0..<10)
    let parts = try (1...count).map { try #require(Shard("\($0)/\(count)")).part(of: all) }
    #expect(parts.flatMap { $0 }.sorted() == all)
    #expect(parts.allSatisfy { $0.count - 10 / count <= 1 && $0 == $0.sorted() })
  }

  @Test("invalid shards are refused", arguments: ["", "1", "0/1", "2/1", "1/0", "a/b", "1/2/3", "-1/2", "1/"])
  func wrong(_ text: String) { #expect(Shard(text) == nil) }

  @Test(
    "CI engines say it with their variables; without them all flows run",
    arguments: [
      ("TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS", "0"), ("CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", "0"),
      ("BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT", "0"), ("CI_NODE_INDEX", "CI_NODE_TOTAL", "1"),
    ])
  func machine(_ index: String, _ count: String, _ first: String) throws {
    let names = try [[index: first, count: "4"], [index: first], ["CI": "true"]].map { try Shard(machine: $0)?.name }
    #expect(names == ["1/4", nil, nil])
    #expect(throws: UsageError(description: "\(index)=x and \(count)=4 are not a valid part; unset them")) {
      try Shard(machine: [index: "x", count: "4"])
    }
  }
}
