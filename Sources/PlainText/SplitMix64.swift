/// A pseudorandom generator with a seed (SplitMix64, by Sebastiano Vigna): equal seeds give equal numbers on every machine.
package struct SplitMix64: RandomNumberGenerator {
  private static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var state: UInt64

  /// - Parameter count: how many numbers to skip, in constant time.
  package init(seed: UInt64, skipping count: UInt64 = 0) { state = seed &+ count &* Self.increment }

  package mutating func next() -> UInt64 {
    state &+= Self.increment
    var number = state
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }
}
