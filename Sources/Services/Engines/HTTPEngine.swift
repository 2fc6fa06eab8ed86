import Signals

/// Sends single messages: follows no redirect, and has no limits of its own but that of a head.
package protocol HTTPEngine: Sendable {
  func parts(of message: HTTPMessage) -> Signal<HTTPPart, ServiceFailure>
}
