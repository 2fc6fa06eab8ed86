import BuiltPackage
import Foundation
import Testing

@testable import REPLTools

@MainActor @Suite struct LawTests {
  private nonisolated static let texts = [
    ":open find", "find", ":zone Asia/Tokyo", ":now 2014-05-22T12:00", ":locale zh_CN", ":restart",
    ":cancel", ":advance 1s", ":fail find.get with \"it failed\" after 1s",
  ]

  private nonisolated static let laws: [Law] = [
    .delays, .overtaking, .absence, .lateInput, .repetition, .input, .reload, .restart, .language, .pair, .undo,
    .refusal, .failure, .cancelledFailure, .cancellation, .trip, .idleTrip, .reopening, .addition, .blank, .secret,
    .trim, .elements, .spelling, .twins, .zone, .travel, .summerTime, .dayBefore, .newDay, .clock, .languageName,
    .stillness, .doubling, .hiddenFailure,
  ]

  @Test("the list has all laws") func all() throws {
    let folder = BuiltPackage.viper.appendingPathComponent("Sources/REPLTools/Explore/Judging/Laws")
    let sources = try BuiltPackage.files(in: folder).map { file in
      try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
    }
    let count = sources.map { $0.matches(of: /static let \w+ = [^"]/).count }.reduce(0, +)
    #expect(Self.laws.count == count)
    #expect(Set(Self.laws.map(\.name)).count == count)
  }

  @Test("a smaller trial, without a part of its change, is no finding and no crash", arguments: laws)
  func smaller(_ law: Law) async {
    let player = TrialPlayer(FindApp.console())
    #expect(await player.verdict(on: Trial([]), by: law) == nil)
    for first in Self.texts {
      for second in Self.texts {
        for lines in [[Trial.Line.choice(first), .choice(second)], [Trial.Line(text: first), .choice(second)]] {
          // A line may be a mistake by itself.
          #expect(await player.verdict(on: Trial(lines), by: law)?.isPromise != false, "\(lines.map(\.text))")
        }
      }
    }
  }
}
