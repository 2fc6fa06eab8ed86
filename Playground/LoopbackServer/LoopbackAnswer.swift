import Foundation

/// The steps that the server performs on a connection before it closes the connection.
package struct LoopbackAnswer: Sendable {
  package enum Step: Sendable {
    /// Sends these bytes.
    case send(Data)
    /// Waits until `gate` is open, for a slow answer without a clock.
    case wait(until: Gate)
    /// Opens a gate, to report that this step was reached.
    case open(Gate)
    /// Waits, in seconds.
    case pause(Double)
    /// Waits until the client closes the connection.
    case hang
    /// Waits until the client sends more, which is ignored; without the remaining steps if the client closes the connection.
    case receive
    /// Resets the connection instead of closing it.
    case reset
  }
  package let steps: [Step]
  /// The number of steps that send the status line and the headers.
  private let head: Int

  /// An answer of these steps.
  package init(_ steps: [Step]) {
    self.steps = steps
    head = .max
  }

  /// An answer with a body and its `Content-Length`.
  package init(status: Int = 200, _ headers: [String: String] = [:], body: Data = Data()) {
    let headers = ["Content-Length": "\(body.count)"].merging(headers) { $1 }
    steps = [.send(Self.head(status, headers)), .send(body)]
    head = 1
  }

  /// The status line and the headers, with `Connection: close`.
  package static func head(_ status: Int, _ headers: [String: String]) -> Data {
    let lines =
      ["HTTP/1.1 \(status) Status"] + headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      + ["Connection: close", "", ""]
    return Data(lines.joined(separator: "\r\n").utf8)
  }

  package static func text(_ text: String, status: Int = 200, _ headers: [String: String] = [:]) -> LoopbackAnswer {
    LoopbackAnswer(
      status: status, ["Content-Type": "text/plain; charset=utf-8"].merging(headers) { $1 }, body: Data(text.utf8))
  }

  package static func json(_ text: String, status: Int = 200, _ headers: [String: String] = [:]) -> LoopbackAnswer {
    LoopbackAnswer(
      status: status, ["Content-Type": "application/json"].merging(headers) { $1 }, body: Data(text.utf8))
  }

  /// An answer in chunks, without `Content-Length`.
  package static func chunked(
    _ pieces: [Data], status: Int = 200, _ headers: [String: String] = [:]
  ) -> LoopbackAnswer {
    let head = Self.head(status, ["Transfer-Encoding": "chunked"].merging(headers) { $1 })
    let chunks = (pieces.filter { !$0.isEmpty } + [Data()]).map { piece in
      Step.send(Data("\(String(piece.count, radix: 16))\r\n".utf8) + piece + Data("\r\n".utf8))
    }
    return LoopbackAnswer([.send(head)] + chunks)
  }

  package static func redirect(to location: String, status: Int = 302) -> LoopbackAnswer {
    LoopbackAnswer(status: status, ["Location": location])
  }

  package static var notFound: LoopbackAnswer { .text("not found", status: 404) }

  /// The same answer after these steps.
  package func after(_ first: Step...) -> LoopbackAnswer { LoopbackAnswer(first + steps) }

  /// The steps for a request with that method. The answer to HEAD has no body.
  func steps(for method: String) -> ArraySlice<Step> { method == "HEAD" ? steps.prefix(head) : steps[...] }
}
