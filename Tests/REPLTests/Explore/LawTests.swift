import Testing

@testable import REPLTools

@MainActor @Suite struct LawTests {
  private nonisolated static let texts = [
    ":open find", "find", ":zone Asia/Tokyo", ":now 2014-05-22T12:00", ":locale zh_CN", ":restart",
    ":cancel",
  ]

  @Test(
    "a smaller trial, without a part of its change, is no finding and no crash", arguments: Question.Change.allCases)
  func smaller(_ change: Question.Change) async {
    let judge = DifferenceJudge(player: TrialPlayer(FindApp.console()), law: change.law)
    #expect(await judge.verdict(Trial([])) == nil)
    for first in Self.texts {
      for second in Self.texts {
        for lines in [[Trial.Line.choice(first), .choice(second)], [Trial.Line(text: first), .choice(second)]] {
          // A line may be a mistake by itself.
          #expect(await judge.verdict(Trial(lines))?.isPromise != false, "\(lines.map(\.text))")
        }
      }
    }
  }
}
