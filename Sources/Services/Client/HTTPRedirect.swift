import Foundation

/// The request that follows a redirect. The client builds it, not the system: whether a body is sent again, and with which
/// headers, must not depend on the machine.
struct HTTPRedirect {
  /// The request to send to `url`.
  let request: HTTPRequest
  let url: URL

  /// nil if the answer is not a redirect, or if following it would send a body to another server or leave HTTPS. The client then
  /// delivers the answer itself.
  init?(of request: HTTPRequest, at url: URL, by response: HTTPResponse) {
    guard [301, 302, 303, 307, 308].contains(response.status), let location = response.header("Location"),
      let next = URL(string: location, relativeTo: url)?.absoluteURL, let origin = HTTPOrigin(next),
      let old = HTTPOrigin(url)
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
}
