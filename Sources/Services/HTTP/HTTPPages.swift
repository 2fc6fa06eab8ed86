public import Foundation
public import Signals

extension HTTPTransport {
  /// The pages of an answer, one after the other. The next page is requested after the observer has got the one before.
  ///
  ///     let request = HTTPRequest.get("/books")
  ///     server.pages(request.decoding([Book].self))
  ///     server.pages(request.decoding(Page.self)) { page, _ in page.next }
  ///
  /// It fails if a server names a page again that was read before.
  ///
  /// - Parameters:
  ///   - first: the call for the first page. The other pages are requested with its method and its headers.
  ///   - next: the URL of the next page, which may be relative to that of the page; nil after the last one. By default, the answer's
  ///     `Link` with `rel="next"`.
  public func pages<Page>(
    _ first: HTTPCall<Page>, next: @escaping @Sendable (Page, HTTPResponse) -> URL? = { $1.link("next") }
  ) -> Signal<Page, ServiceFailure> {
    .deferred { [self] in
      let read = Protected(Set<HTTPPath>())
      @Sendable func page(_ call: HTTPCall<Page>) -> Signal<(Page, next: HTTPCall<Page>?), ServiceFailure> {
        guard read.withLock({ $0.insert(call.request.path).inserted }) else {
          return .fail(.undecodable(path: "", reason: "its next page is one that was already read", excerpt: ""))
        }
        return self.call(
          HTTPCall(call.request) { response throws(ServiceFailure) in
            let page = try call.decode(response)
            return (page, next(page, response).map(call.following))
          })
      }
      return page(first).expand { $0.next.map(page) ?? .empty }.map { $0.0 }
    }
  }
}

extension HTTPCall {
  /// The call for the next page, at a URL in the answer to this one.
  fileprivate func following(_ url: URL) -> HTTPCall {
    var request = request
    (request.path, request.query, request.body) = (request.path.appending(url), [], nil)
    return HTTPCall(request, decode: decode)
  }
}

extension HTTPResponse {
  /// The URL of the answer's `Link` with that relation, such as `next`; nil if there is none. It may be relative.
  public func link(_ relation: String) -> URL? {
    // A target, and its parameters up to a comma outside of quotes.
    let links = (header("Link") ?? "").matches(of: /<([^>]*)>((?:[^,"]|"(?:[^"\\]|\\.)*")*)/)
    let link = links.first { link in
      link.2.matches(of: /;\s*([^=;\s]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/).contains { parameter in
        let names = (parameter.2 ?? parameter.3 ?? "").lowercased().split(separator: " ")
        return parameter.1.lowercased() == "rel" && names.contains(Substring(relation.lowercased()))
      }
    }
    return link.flatMap { URL(string: String($0.1)) }
  }
}
