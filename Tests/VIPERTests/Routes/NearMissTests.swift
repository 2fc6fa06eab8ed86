import PlainText
import Testing

@testable import VIPER

@Suite struct NearMissTests {
  @Test(arguments: [
    ("tood", "todo"), ("dleete", "delete"), ("Ad", "add"), ("nmae", "name"), ("todo", "todo"), ("", nil), ("xyz", nil),
    ("completely different", nil),
  ]) func theClosestIsFoundUnlessItIsDistant(typed: String, meant: String?) {
    #expect(NearMiss.nearest(to: typed, in: ["add", "delete", "name", "todo"]) == meant)
  }

  @Test("an abbreviation of one name only gives that name, or the shortest of its forms")
  func short() {
    let names = ["back", "open", "open-all", "start", "stop"]
    for (typed, meant) in [
      ("op", "open"), ("Op", "open"), ("o", nil), ("sto", "stop"), ("st", nil), ("x", nil), ("", nil),
    ] {
      #expect(NearMiss.nearest(to: typed, in: names) == meant, "\(typed)")
    }
    #expect(NearMiss.nearest(to: "op", in: ["open-all", "opt", "open"]) == "opt")
    #expect(NearMiss.nearest(to: "op", in: ["open-all", "option"]) == nil)
  }

  @Test(arguments: [("", "abc", 3), ("abc", "", 3), ("abc", "acb", 1), ("kitten", "sitting", 3)])
  func distances(from: String, to: String, count: Int) {
    #expect(NearMiss.distance(from, to) == count)
  }
}
