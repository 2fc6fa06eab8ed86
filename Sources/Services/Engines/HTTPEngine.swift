package import Signals

/// Sends single messages. It follows no redirects, and its only limit is the size of a head.
package protocol HTTPEngine: Sendable {
  func parts(of message: HTTPMessage) -> Signal<HTTPPart, ServiceFailure>
}
