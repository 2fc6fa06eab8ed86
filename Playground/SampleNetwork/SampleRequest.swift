import Foundation
import LoopbackServer
import Services

/// What the samples' server is asked: the same whether it came over a wire or not.
package struct SampleRequest: Hashable, Sendable {
  package let method: String
  /// Without percent encoding.
  package let path: String
  package let query: [String: String]
  package let form: [String: String]
  /// The bytes that are asked for; nil for all of them.
  package let range: ClosedRange<Int>?

  /// What came over the wire.
  package init(_ request: LoopbackRequest) {
    method = request.method
    path = request.path
    query = Self.named(request.query)
    form = Self.named(request.form)
    range = request.header("range").flatMap(Self.range)
  }

  /// What would go over it.
  package init(_ request: HTTPRequest) {
    let encoded = request.path.description, text = String(decoding: request.body?.content ?? Data(), as: UTF8.self)
    method = request.method
    path = encoded.removingPercentEncoding ?? encoded
    query = Self.named(request.query.map { ($0.name, $0.value) })
    form = Self.named(LoopbackRequest.fields(text[...]))
    range = request.headers.first { $0.name.lowercased() == "range" }.flatMap { Self.range($0.value) }
  }

  private static func named(_ fields: [(name: String, value: String)]) -> [String: String] {
    Dictionary(fields.map { ($0.name, $0.value) }) { $1 }
  }

  /// `bytes=0-499`, the one form that the samples use.
  private static func range(_ text: String) -> ClosedRange<Int>? {
    let ends = text.drop { $0 != "=" }.dropFirst().split(separator: "-").compactMap { Int($0) }
    return ends.count == 2 && ends[0] <= ends[1] ? ends[0]...ends[1] : nil
  }
}
