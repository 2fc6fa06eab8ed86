import AllocationCounter
import Dispatch

/// The measurement of one contender.
struct Measurement: Codable, Equatable, Sendable {
  /// The median of the rounds: nanoseconds per unit, or bytes if the row measures bytes.
  let amount: Double
  /// Heap allocations per unit, as an average.
  let allocations: Double
}

/// The measurement of a row: each contender beside the floor of the same rounds.
struct RowResult: Codable, Equatable, Sendable {
  let name: String
  let subject: Measurement
  let floor: Measurement
  let others: [String: Measurement]
  /// The ratio of the subject to the floor: the median of the rounds, with its quartiles.
  let ratio: Spread
  /// Machine instructions per unit, if they were counted.
  var instructions: Double?
}

/// A median with its quartiles, and the least of the samples, which has the least disturbance.
struct Spread: Codable, Equatable, Sendable {
  let least: Double, low: Double, median: Double, high: Double

  /// The spread of at least one sample.
  init(_ samples: [Double]) {
    let sorted = samples.sorted()
    func quantile(_ part: Double) -> Double {
      let position = part * Double(sorted.count - 1)
      let below = sorted[Int(position)], above = sorted[min(Int(position) + 1, sorted.count - 1)]
      return below + (above - below) * (position - position.rounded(.down))
    }
    (least, low, median, high) = (quantile(0), quantile(0.25), quantile(0.5), quantile(0.75))
  }
}

/// Measures rows in interleaved rounds, so that other load on the machine disturbs all contenders alike.
struct Measuring {
  /// The number of rounds of each contender.
  var rounds = 7
  /// The intended duration of one round of one contender.
  var roundNanoseconds = 20_000_000.0

  func callAsFunction(_ row: Row) -> RowResult {
    let lanes = row.contenders.map { Lane($0, row.measure, aiming: roundNanoseconds) }
    var samples = lanes.map { _ in [Double]() }
    for _ in 0..<rounds {
      for (index, lane) in lanes.enumerated() { samples[index].append(lane.amountPerUnit()) }
    }
    let results = zip(lanes, samples).map { lane, samples in
      Measurement(amount: Spread(samples).median, allocations: lane.allocationsPerUnit())
    }
    return RowResult(
      name: row.name, subject: results[0], floor: results[1],
      others: Dictionary(uniqueKeysWithValues: zip(row.others.map(\.name), results.dropFirst(2))),
      ratio: Spread(zip(samples[0], samples[1]).map { $0 / $1 }))
  }
}

/// One contender, set up, with a count that takes about a round.
private struct Lane {
  private let contender: Contender
  private let measure: Row.Measure
  private let body: (Int) -> Void
  private let count: Int

  init(_ contender: Contender, _ measure: Row.Measure, aiming roundNanoseconds: Double) {
    self.contender = contender
    self.measure = measure
    body = contender.prepare()
    if measure == .bytes {
      count = 1000
      body(count)
      return
    }
    var count = 1
    while true {
      // The shorter of two: a thread that starts late does not fix the count.
      let taken = (0..<2).map { [body] _ in Self.nanoseconds { body(count) } }.min() ?? 0
      if taken > roundNanoseconds / 4 || count > 1 << 30 {
        self.count = max(1, Int(Double(count) * roundNanoseconds / max(taken, 1)))
        return
      }
      count *= 2
    }
  }

  func amountPerUnit() -> Double {
    switch measure {
    case .time: return Self.nanoseconds { body(count) } / units
    case .bytes:
      body(0)
      _ = allocation_counter_start()
      defer { allocation_counter_stop() }
      let before = allocation_counter_live_bytes()
      body(count)
      return Double(allocation_counter_live_bytes() - before) / units
    }
  }

  func allocationsPerUnit() -> Double {
    if measure == .bytes { body(0) }
    _ = allocation_counter_start()
    defer { allocation_counter_stop() }
    let before = allocation_counter_allocations()
    body(count)
    return Double(allocation_counter_allocations() - before) / units
  }

  private var units: Double { Double(count) * Double(contender.unitsPerCount) }

  private static func nanoseconds(_ body: () -> Void) -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    body()
    return Double(DispatchTime.now().uptimeNanoseconds - start)
  }
}
