import Foundation

/// Where an answer sends its request on to. Decided here, not by the system: whether a body is sent again and which headers go
/// along must not depend on the machine.
struct HTTPRedirect {
  /// What to send there.
  let request: HTTPRequest
  let url: URL

  /// nil if the answer is no redirect, or one that would take something secret to another server, or in the open: then it is
  /// the answer.
  init?(of request: HTTPRequest, at url: URL, by response: HTTPResponse) {
    guard [301, 302, 303, 307, 308].contains(response.status), let location = response.header("Location"),
      let next = URL(string: location, relativeTo: url)?.absoluteURL, let origin = Origin(next), let old = Origin(url)
    else { return nil }
    var request = request
    if response.status == 303 && request.method != "HEAD" || response.status < 303 && request.method == "POST" {
      request.method = "GET"
      request.body = nil
    }
    if origin != old {
      if request.body != nil || old.scheme == "https" && origin.scheme == "http" { return nil }
      request.headers.removeAll(where: \.isSecret)
    }
    (self.request, self.url) = (request, next)
  }

  /// Who answers at an address.
  private struct Origin: Equatable {
    let scheme: String, host: String, port: Int

    init?(_ url: URL) {
      guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme), let host = url.host,
        !host.isEmpty
      else { return nil }
      (self.scheme, self.host) = (scheme, host.lowercased())
      port = url.port ?? (scheme == "https" ? 443 : 80)
    }
  }
}
