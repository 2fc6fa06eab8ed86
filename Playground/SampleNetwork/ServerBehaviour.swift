import Foundation
import Language
import LoopbackServer
import Services
import Signals

/// The behaviour of the samples' server, chosen by `--server` or by a flow's data file `server`.
package enum ServerBehaviour: String, CaseIterable, Sendable {
  /// Answers correctly.
  case well
  /// Answers two seconds late.
  case slow
  /// Answers with status 500.
  case fail
  /// Answers with invalid data.
  case rubbish
  /// Drops the connection in the middle of the answer.
  case drop
  /// Answers a few bytes at a time.
  case pieces

  /// The behaviour with that name.
  package init(named name: String) throws(UnknownName) {
    let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
    try self.init(named: name, orSay: "there is no server behaviour '\(name)'")
  }

  func onTheWire(_ answer: SampleAnswer, lateness: LoopbackAnswer.Step) -> LoopbackAnswer {
    switch self {
    case .well: answer.onTheWire
    case .slow: answer.onTheWire.after(lateness)
    case .fail: Self.breakdown.onTheWire
    case .rubbish: Self.nonsense.onTheWire
    case .drop: LoopbackAnswer([.send(LoopbackAnswer.head(200, ["Content-Length": "1000"])), .reset])
    case .pieces: answer.inPieces
    }
  }

  func direct(_ answer: SampleAnswer) -> Signal<HTTPPart, ServiceFailure> {
    switch self {
    case .well, .slow, .pieces: .from(answer.parts)
    case .fail: .from(Self.breakdown.parts)
    case .rubbish: .from(Self.nonsense.parts)
    case .drop: .fail(.lost(host: "the server"))
    }
  }

  private static let breakdown = SampleAnswer.text("the server is on fire", status: 500)
  private static let nonsense = SampleAnswer.text("<html>\u{0}</html>")
}
