import Foundation

/// What the server does with a connection, one step after the other; then it closes it.
package struct LoopbackAnswer: Sendable {
  package enum Step: Sendable {
    /// Sends these bytes, whatever they are.
    case send(Data)
    /// Does nothing until `gate` is open: a slow answer without a clock.
    case wait(until: Gate)
    /// Opens a gate: says that it came so far.
    case open(Gate)
    /// Does nothing for that long, in seconds.
    case pause(Double)
    /// Does nothing until the other side has gone.
    case hang
    /// Breaks the connection, instead of closing it.
    case reset
  }
  package let steps: [Step]
  /// How much of it is the status line and the headers.
  private let head: Int

  /// Just these steps.
  package init(_ steps: [Step]) {
    self.steps = steps
    head = .max
  }

  /// An answer with a body, and its length.
  package init(status: Int = 200, _ headers: [String: String] = [:], body: Data = Data()) {
    let headers = ["Content-Length": "\(body.count)"].merging(headers) { $1 }
    steps = [.send(Self.head(status, headers)), .send(body)]
    head = 1
  }

  /// The status line and the headers; the server closes the connection when it is done.
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

  /// An answer in pieces, its length unknown before the last.
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

  /// What is done for a request of that method: the answer to HEAD has no body.
  func steps(for method: String) -> ArraySlice<Step> { method == "HEAD" ? steps.prefix(head) : steps[...] }
}
