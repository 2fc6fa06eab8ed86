import Dispatch
import Foundation
import Signals

/// Hands the parts of an answer from the receiving thread to the observer's queue.
///
/// Parts that arrive while the observer is busy are merged, so a million small pieces become a few large ones. When the body is
/// far ahead of the observer, the transfer has to pause, which bounds the memory.
final class HTTPInbox: Sendable {
  /// The number of pending bytes at which the transfer pauses.
  static let capacity = 262_144

  private struct Content {
    var sent: HTTPPart?
    var head: HTTPPart?
    var body = Data()
    var end: Event<HTTPPart, ServiceFailure>?
  }
  private struct State {
    var content = Content()
    /// Whether a delivery is already scheduled on the queue.
    var isScheduled = false
    var emptied: (@Sendable () -> Void)?
  }
  private let state = Protected(State())
  private let emitter: Emitter<HTTPPart, ServiceFailure>
  private let queue: DispatchQueue

  init(_ emitter: Emitter<HTTPPart, ServiceFailure>, on queue: DispatchQueue) {
    (self.emitter, self.queue) = (emitter, queue)
  }

  /// Calls `body` each time after the observer has received at least ``capacity`` bytes at once: the transfer may be paused then.
  func whenEmptied(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.emptied = body } }

  func add(sent count: Int, of total: Int) { change { $0.sent = .sent(count, of: total) } }
  func add(_ head: HTTPResponse) { change { $0.head = .head(head) } }
  func end(_ failure: ServiceFailure?) { change { $0.end = failure.map { .failed($0) } ?? .completed } }

  /// Returns whether the transfer has to pause.
  func add(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    change { $0.body.append(bytes) } >= Self.capacity
  }

  /// Returns the number of pending bytes of the body.
  @discardableResult private func change(_ body: (inout Content) -> Void) -> Int {
    let (isFirst, count) = state.withLock { state in
      defer { state.isScheduled = true }
      body(&state.content)
      return (!state.isScheduled, state.content.body.count)
    }
    if isFirst { queue.async { self.empty() } }
    return count
  }

  private func empty() {
    let (content, emptied) = state.withLock { state in
      defer { (state.content, state.isScheduled) = (Content(), false) }
      return (state.content, state.emptied)
    }
    if let sent = content.sent { emitter.send(sent) }
    if let head = content.head { emitter.send(head) }
    if !content.body.isEmpty { emitter.send(.body(content.body)) }
    if content.body.count >= Self.capacity { emptied?() }
    if let end = content.end { emitter.emit(end) }
  }
}
