import PlainText
import Testing

@testable import REPL
@testable import REPLTools

@Suite struct ShardTests {
  @Test("shards are disjoint, whole, in order and of about the same size; other shards are refused") func parts() {
    let all = Array(0..<10)
    func parts(_ count: Int) -> [[Int]] { (1...count).map { Shard("\($0)/\(count)")?.part(of: all) ?? [] } }
    #expect(
      [1, 2, 3, 12].map(parts) == [
        [all], [[0, 2, 4, 6, 8], [1, 3, 5, 7, 9]], [[0, 3, 6, 9], [1, 4, 7], [2, 5, 8]], all.map { [$0] } + [[], []],
      ])
    #expect(["", "1", "0/1", "2/1", "1/0", "a/b", "1/2/3", "-1/2", "1/"].filter { Shard($0) != nil } == [])
  }

  private static let machineRows: [(String, String, String)] = [
    ("TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS", "0"), ("CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", "0"),
    ("BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT", "0"), ("CI_NODE_INDEX", "CI_NODE_TOTAL", "1"),
    ("SEMAPHORE_JOB_INDEX", "SEMAPHORE_JOB_COUNT", "1"),
  ]

  @Test("CI engines say it with their variables; without them all flows run", arguments: machineRows)
  func machine(_ index: String, _ count: String, _ first: String) {
    func shard(_ machine: [String: String]) -> String {
      do throws(UsageError) { return try Shard(machine: machine)?.name ?? "all" } catch { return error.description }
    }
    #expect(
      [[index: first, count: "4"], [index: first], ["CI": "true"], [index: "x", count: "4"]].map(shard) == [
        "1/4", "all", "all", "\(index)=x and \(count)=4 are not a valid part; unset them",
      ])
  }
}
