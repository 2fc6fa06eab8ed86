import Foundation
import Signals
import SignalsTesting
import Testing
import VIPER

/// Equal inputs are equal destinations, whatever their order in memory.
@MainActor @Suite struct CanonicalJSONTests {
  private struct Size: Codable, Hashable, Sendable { var width: Double, unit: String }
  private struct Filter: Codable, Hashable, Sendable {
    var tags: Set<String>
    var sizes: [Size: Set<Int>] = [:]
    var byName: [String: Set<Int>] = [:]
    var since: Date?
    var more: [Set<Int>] = []
    var web: URL?
    var data = Data()
    var price: Decimal = 0
    var ratio: Float = 0.1
  }
  private let list = Route<Filter, Never>("list")

  /// Equal filters whose sets were filled in different orders.
  private func filters(_ seed: UInt64) -> [Filter] {
    var random = SeededNumbers(seed: seed)
    let words = (0..<40).map { "tag \($0)" }, numbers = Array(0..<40)
    return (0..<2).map { _ in
      var filter = Filter(tags: [])
      filter.tags.reserveCapacity(Int.random(in: 40...400, using: &random))
      for word in words.shuffled(using: &random) { filter.tags.insert(word) }
      for number in numbers.shuffled(using: &random) {
        let size = Size(width: Double(number) / 4, unit: "cm")
        filter.sizes[size] = Set(numbers.shuffled(using: &random).prefix(40))
        filter.byName["\(number)"] = Set(numbers.shuffled(using: &random))
      }
      filter.more = [Set(numbers.shuffled(using: &random)), []]
      filter.since = Date(timeIntervalSinceReferenceDate: 0.25)
      filter.web = URL(string: "https://a.b/c")
      filter.data = Data([1, 2, 3])
      filter.price = Decimal(string: "12.34") ?? 0
      return filter
    }
  }

  @Test func plainValuesAreWrittenAsJSONEncoderWritesThem() throws {
    let filter = Filter(tags: ["a"], since: Date(timeIntervalSinceReferenceDate: 0.25), web: URL(string: "https://a.b"))
    let encoder = JSONEncoder(), set = Route<Set<Int>?, Never>("x")
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let written = [
      try list.destination(with: filter), try Route<[Int?], Never>("x").destination(with: [1, nil]),
      try set.destination(with: [3, 1, 2]), try set.destination(with: nil),
    ].map(\.input)
    #expect(written == [String(decoding: try encoder.encode(filter), as: UTF8.self), "[1,null]", "[1,2,3]", "null"])
  }

  @Test func zeroIsOneInputWithAndWithoutASign() throws {
    let inputs = [0.0, -0.0].map { zero in
      [
        try? Route<Double, Never>("x").destination(with: zero),
        try? Route<Float, Never>("x").destination(with: Float(zero)),
        try? Route<[Double?], Never>("x").destination(with: [zero, -1]),
        try? Route<Size, Never>("x").destination(with: Size(width: zero, unit: "cm")),
        try? Route<Date, Never>("x").destination(with: Date(timeIntervalSinceReferenceDate: zero)),
      ].map { $0?.input }
    }
    #expect(inputs[0] == ["0", "0", "[0,-1]", #"{"unit":"cm","width":0}"#, "0"])
    #expect(inputs[1] == inputs[0])
  }

  private func areOne(_ filters: [Filter]) throws -> Bool {
    let destinations = try filters.map { try list.destination(with: $0) }
    return destinations[0] == destinations[1] && destinations[0].input(of: list) == filters[1]
  }

  @Test func equalInputsAreOneDestinationAndOneLink() throws {
    #expect(try (0..<20).filter { try !areOne(filters($0)) } == [])
    let home = Route<Void, Never>("home"), list = list
    let navigator = try Navigator([
      Module(home, opens: list) { router, _ in
        for filter in self.filters(1) { router.push(list, with: filter).start().stored(in: router.alive) }
        return Assembly()
      }, Module(list) { _, _ in Assembly() },
    ])
    navigator.router.setRoot(home).start()
    #expect(navigator.address == "home#1/list#2")
    #expect(!navigator.trace.entries.contains { $0.detail.hasPrefix("refused") })
    let link = try navigator.links.print([try list.destination(with: filters(1)[0])])
    #expect(try navigator.links.parse(link) == [try list.destination(with: filters(1)[1])])
  }
}
