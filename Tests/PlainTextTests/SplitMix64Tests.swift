import PlainText
import Testing

@Suite struct SplitMix64Tests {
  @Test("a seed gives the published numbers, from the first or from a later one on") func numbers() {
    let published: [UInt64] = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
    for skipped in published.indices {
      var numbers = SplitMix64(seed: 1_234_567, skipping: UInt64(skipped))
      #expect(published[skipped...].map { _ in numbers.next() } == Array(published[skipped...]))
    }
  }
}
