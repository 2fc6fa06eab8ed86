import Dispatch
import Foundation

/// A connection. It reads one request and performs the steps of its answer, without blocking a thread.
final class LoopbackConnection: @unchecked Sendable {
  // Safe: after `begin`, the mutable state is used only on `queue`.
  private let queue = DispatchQueue(label: "LoopbackServer.connection")
  private let socket: Socket
  private let bodyLimit: Int
  private let greeting: LoopbackAnswer?
  private let refusal: LoopbackAnswer?
  private let answer: @Sendable (LoopbackRequest) -> LoopbackAnswer

  private enum State {
    /// Reading a request; these bytes have arrived.
    case reading(Data)
    /// Performing these remaining steps; incoming data is ignored.
    case answering(ArraySlice<LoopbackAnswer.Step>)
    /// Waiting for the client to close before these remaining steps.
    case hanging(ArraySlice<LoopbackAnswer.Step>)
    /// Waiting for more bytes before these remaining steps.
    case receiving(ArraySlice<LoopbackAnswer.Step>)
    case over
  }
  private var state = State.reading(Data())
  /// Whether the client has closed its side.
  private var isGone = false
  private var reading: (any DispatchSourceRead)?
  private var writing: (any DispatchSourceWrite)?
  private var ended: (@Sendable () -> Void)?
  /// Tracks the dispatch sources that use the socket.
  private let sources = DispatchGroup()

  /// - Parameters:
  ///   - greeting: the answer to a TLS handshake; nil to treat it like any other invalid request.
  ///   - refusal: the answer to an invalid request; nil for the default, which also waits for the client to close.
  init(
    _ socket: Socket, bodyLimit: Int, greeting: LoopbackAnswer?, refusal: LoopbackAnswer?,
    _ answer: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer
  ) {
    (self.socket, self.bodyLimit, self.greeting, self.refusal) = (socket, bodyLimit, greeting, refusal)
    self.answer = answer
  }

  /// Starts reading.
  ///
  /// - Parameter ended: called when the connection is closed.
  func begin(_ ended: @escaping @Sendable () -> Void) {
    queue.async { [self] in
      self.ended = ended
      guard case .reading = state else { return finish() }
      let source = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue)
      source.setEventHandler { self.read() }
      sources.enter()
      source.setCancelHandler { self.sources.leave() }
      reading = source
      source.activate()
    }
  }

  /// Closes the connection in any state.
  func end() { queue.async { self.finish() } }

  private func read() {
    while true {
      switch socket.read() {
      case .done(let data):
        switch state {
        case .reading(let before): take(before + data)
        case .receiving(let rest):
          state = .answering(rest)
          proceed()
        case .answering, .hanging, .over: continue
        }
      case .later, .noRoom: return
      case .gone: return leave()
      }
    }
  }

  private func take(_ data: Data) {
    // The first byte of a TLS handshake.
    if let greeting, data.first == 0x16 {
      state = .answering(greeting.steps[...])
      return proceed()
    }
    state = .reading(data)
    switch LoopbackRequest.read(data, bodyLimit: bodyLimit) {
    case .incomplete: return
    case .whole(let request): state = .answering(answer(request).steps(for: request.method))
    // Hangs until the client has read the answer: closing earlier would discard it while the client still sends.
    case .refused(let refused): state = .answering(refusal?.steps[...] ?? refused.steps + [.hang])
    }
    proceed()
  }

  /// The client has closed its side. It may still read.
  private func leave() {
    isGone = true
    reading?.cancel()
    reading = nil
    switch state {
    case .reading, .receiving, .over: finish()
    case .answering: return
    case .hanging(let rest):
      state = .answering(rest)
      proceed()
    }
  }

  /// Performs steps until one has to wait.
  private func proceed() {
    while case .answering(var rest) = state {
      guard let step = rest.popFirst() else { return finish() }
      state = .answering(rest)
      switch step {
      case .send(let data):
        guard send(data) else { return }
      case .open(let gate): gate.open()
      case .wait(until: let gate): return gate.whenOpen { self.queue.async { self.proceed() } }
      case .pause(let seconds): return queue.asyncAfter(deadline: .now() + seconds) { self.proceed() }
      case .hang: if !isGone { state = .hanging(rest) }
      case .receive:
        if isGone { return finish() }
        state = .receiving(rest)
      case .reset:
        socket.abort()
        return finish()
      }
    }
  }

  /// Sends the data; returns false if it cannot send all of it now, or if the connection is lost.
  private func send(_ data: Data) -> Bool {
    var left = data[...]
    while !left.isEmpty {
      switch socket.write(left) {
      case .done(let count): left = left.dropFirst(count)
      case .gone, .noRoom:
        finish()
        return false
      case .later:
        if case .answering(let rest) = state { state = .answering([.send(left)] + rest) }
        waitToWrite()
        return false
      }
    }
    return true
  }

  private func waitToWrite() {
    let source = DispatchSource.makeWriteSource(fileDescriptor: socket.descriptor, queue: queue)
    source.setEventHandler {
      self.writing?.cancel()
      self.writing = nil
      self.proceed()
    }
    sources.enter()
    source.setCancelHandler { self.sources.leave() }
    writing = source
    source.activate()
  }

  private func finish() {
    state = .over
    reading?.cancel()
    writing?.cancel()
    (reading, writing) = (nil, nil)
    // The socket must stay open until its dispatch sources are cancelled.
    sources.notify(queue: queue) { [self] in
      socket.close()
      ended?()
      ended = nil
    }
  }
}
