/// Random numbers that are the same for the same seed, on any machine: SplitMix64.
struct RandomNumbers: RandomNumberGenerator {
  private var state: UInt64

  /// - Parameters:
  ///   - seed: the seed of all.
  ///   - number: which of the sequences of that seed.
  init(seed: UInt64, number: UInt64) {
    state = seed
    // Mixed, so that sequences beside each other have nothing in common.
    state = next() &+ number &* 0xD1B5_4A32_D192_ED03
    _ = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from zero up to below `count`.
  mutating func below(_ count: Int) -> Int { Int(next() % UInt64(max(count, 1))) }

  /// Whether one in so many times is now.
  mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }
}
