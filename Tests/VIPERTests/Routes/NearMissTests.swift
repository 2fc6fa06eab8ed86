import Testing

@testable import VIPER

@Suite struct NearMissTests {
  @Test(arguments: [
    ("tood", "todo"), ("dleete", "delete"), ("Ad", "add"), ("nmae", "name"), ("todo", "todo"),
  ]) func theClosestIsFound(typed: String, meant: String) {
    #expect(NearMiss.nearest(to: typed, in: ["add", "delete", "name", "todo"]) == meant)
  }

  @Test(arguments: ["", "xyz", "completely different"]) func distantNamesAreNotSuggested(typed: String) {
    #expect(NearMiss.nearest(to: typed, in: ["add", "delete", "name", "todo"]) == nil)
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

  @Test func distances() {
    #expect(NearMiss.distance("", "abc") == 3)
    #expect(NearMiss.distance("abc", "") == 3)
    #expect(NearMiss.distance("abc", "acb") == 1)
    #expect(NearMiss.distance("kitten", "sitting") == 3)
  }
}
