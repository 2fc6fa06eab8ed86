import Foundation
import LoopbackServer
import Services

/// A request to the samples' server, from the wire or from the direct transport.
package struct SampleRequest: Hashable, Sendable {
  package let method: String
  /// The percent-decoded path.
  package let path: String
  package let query: [String: String]
  package let form: [String: String]

  /// A request from the wire.
  package init(_ request: LoopbackRequest) {
    method = request.method
    path = request.path
    query = Self.named(request.query)
    form = Self.named(request.form)
  }

  /// A request from the direct transport.
  package init(_ request: HTTPRequest) {
    let encoded = request.path.description, text = String(decoding: request.body?.content ?? Data(), as: UTF8.self)
    method = request.method
    path = encoded.removingPercentEncoding ?? encoded
    query = Self.named(request.query.map { ($0.name, $0.value) })
    form = Self.named(LoopbackRequest.fields(text[...]))
  }

  private static func named(_ fields: [(name: String, value: String)]) -> [String: String] {
    Dictionary(fields.map { ($0.name, $0.value) }) { $1 }
  }
}
