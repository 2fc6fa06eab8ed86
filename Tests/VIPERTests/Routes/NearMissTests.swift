import Testing

@testable import VIPER

@Suite struct NearMissTests {
  @Test(arguments: [
    ("tood", "todo"), ("dleete", "delete"), ("Ad", "add"), ("nmae", "name"), ("todo", "todo"),
  ]) func theClosestIsFound(typed: String, meant: String) {
    #expect(NearMiss.nearest(to: typed, in: ["add", "delete", "name", "todo"]) == meant)
  }

  @Test(arguments: ["", "xyz", "completely different"]) func whatIsTooFarIsNot(typed: String) {
    #expect(NearMiss.nearest(to: typed, in: ["add", "delete", "name", "todo"]) == nil)
  }

  @Test func distances() {
    #expect(NearMiss.distance("", "abc") == 3)
    #expect(NearMiss.distance("abc", "") == 3)
    #expect(NearMiss.distance("abc", "acb") == 1)
    #expect(NearMiss.distance("kitten", "sitting") == 3)
  }
}
