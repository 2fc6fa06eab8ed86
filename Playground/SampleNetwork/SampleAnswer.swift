import Foundation
import LoopbackServer
import Services

/// What the samples' server answers: the same whether it goes over a wire or not.
package struct SampleAnswer: Hashable, Sendable {
  package let status: Int
  package let headers: [String: String]
  package let body: Data

  package init(status: Int = 200, _ headers: [String: String] = [:], body: Data) {
    self.status = status
    self.headers = headers
    // A part of something longer counts from where it was.
    self.body = Data(body)
  }

  package static func json(_ text: String) -> SampleAnswer {
    SampleAnswer(["Content-Type": "application/json"], body: Data(text.utf8))
  }

  package static func text(_ text: String, status: Int = 200) -> SampleAnswer {
    SampleAnswer(status: status, ["Content-Type": "text/plain; charset=utf-8"], body: Data(text.utf8))
  }

  package static var notFound: SampleAnswer { text("not found", status: 404) }

  /// For a transport without a wire.
  var response: HTTPResponse { HTTPResponse(status, headers: headers, body: body) }

  /// For the loopback server.
  var onTheWire: LoopbackAnswer { LoopbackAnswer(status: status, headers, body: body) }

  /// The same in pieces of a few bytes, which may end within a character.
  var inPieces: LoopbackAnswer {
    let pieces = stride(from: 0, to: body.count, by: 7).map { Data(body[$0..<min($0 + 7, body.count)]) }
    return .chunked(pieces, status: status, headers)
  }
}
