import PlainText
import Testing

@Suite struct NearMissTests {
  @Test func theClosestIsFoundUnlessItIsDistant() {
    let typed = ["tood", "dleete", "Ad", "nmae", "todo", "", "xyz", "completely different"]
    let meant = ["todo", "delete", "add", "name", "todo", nil, nil, nil]
    #expect(typed.map { NearMiss.nearest(to: $0, in: ["add", "delete", "name", "todo"]) } == meant)
    let pairs = [("", "abc"), ("abc", ""), ("abc", "acb"), ("kitten", "sitting")]
    #expect(pairs.map { NearMiss.distance($0, $1) } == [3, 3, 1, 3])
    // An abbreviation of one name only gives that name, or the shortest of its forms.
    let names = ["back", "open", "open-all", "start", "stop"]
    let short = ["op", "Op", "o", "sto", "st", "x", ""]
    #expect(short.map { NearMiss.nearest(to: $0, in: names) } == ["open", "open", nil, "stop", nil, nil, nil])
    let others = [["open-all", "opt", "open"], ["open-all", "option"]]
    #expect(others.map { NearMiss.nearest(to: "op", in: $0) } == ["opt", nil])
  }
}
