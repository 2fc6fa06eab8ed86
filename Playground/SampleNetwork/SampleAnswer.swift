import Foundation
import LoopbackServer
import Services

/// An answer of the samples' server, for both the wire and the direct transport.
package struct SampleAnswer: Hashable, Sendable {
  package let status: Int
  package let headers: [String: String]
  package let body: Data

  package init(status: Int = 200, _ headers: [String: String] = [:], body: Data) {
    self.status = status
    self.headers = headers
    // Copied, because the indexes of a slice do not start at 0.
    self.body = Data(body)
  }

  package static func json(_ text: String) -> SampleAnswer {
    SampleAnswer(["Content-Type": "application/json"], body: Data(text.utf8))
  }

  package static func text(_ text: String, status: Int = 200) -> SampleAnswer {
    SampleAnswer(status: status, ["Content-Type": "text/plain; charset=utf-8"], body: Data(text.utf8))
  }

  package static var notFound: SampleAnswer { text("not found", status: 404) }

  /// The answer of the direct transport.
  var parts: [HTTPPart] {
    let length = ["Content-Length": "\(body.count)"]
    return [.head(HTTPResponse(status, headers: headers.merging(length) { $1 })), .body(body)]
  }

  /// The answer of the loopback server.
  var onTheWire: LoopbackAnswer { LoopbackAnswer(status: status, headers, body: body) }

  /// The answer of the loopback server in pieces of 7 bytes, which may split a character.
  var inPieces: LoopbackAnswer {
    .chunked(body.pieces(of: 7), status: status, headers)
  }
}

extension Data {
  /// The bytes in pieces of that length; the last one may be shorter.
  func pieces(of length: Int) -> [Data] {
    stride(from: 0, to: count, by: length).map { Data(dropFirst($0).prefix(length)) }
  }
}
