import Dispatch
import Foundation

/// One connection: reads a request, and does what its answer says, step by step, without blocking a thread.
final class LoopbackConnection: @unchecked Sendable {
  // Whatever changes is used on `queue` only, once it has begun.
  private let queue = DispatchQueue(label: "LoopbackServer.connection")
  private let socket: Socket
  private let bodyLimit: Int
  private let greeting: LoopbackAnswer?
  private let refusal: LoopbackAnswer?
  private let answer: @Sendable (LoopbackRequest) -> LoopbackAnswer

  private enum State {
    /// These bytes of a request have come.
    case reading(Data)
    /// What comes is not looked at: these steps are left.
    case answering(ArraySlice<LoopbackAnswer.Step>)
    /// The other side has to go before these steps are done.
    case hanging(ArraySlice<LoopbackAnswer.Step>)
    case over
  }
  private var state = State.reading(Data())
  /// Whether the other side sends nothing more.
  private var isGone = false
  private var reading: (any DispatchSourceRead)?
  private var writing: (any DispatchSourceWrite)?
  private var ended: (@Sendable () -> Void)?
  /// The sources that use the socket.
  private let sources = DispatchGroup()

  /// - Parameters:
  ///   - greeting: what is done for who greets by TLS; nil if that is no request like any other rubbish.
  ///   - refusal: what is done in place of refusing a request and reading the rest of it.
  init(
    _ socket: Socket, bodyLimit: Int, greeting: LoopbackAnswer?, refusal: LoopbackAnswer?,
    _ answer: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer
  ) {
    (self.socket, self.bodyLimit, self.greeting, self.refusal) = (socket, bodyLimit, greeting, refusal)
    self.answer = answer
  }

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

  /// Ends it, whatever it does.
  func end() { queue.async { self.finish() } }

  private func read() {
    while true {
      switch socket.read() {
      case .done(let data):
        guard case .reading(let before) = state else { continue }
        take(before + data)
      case .later, .noRoom: return
      case .gone: return leave()
      }
    }
  }

  private func take(_ data: Data) {
    // The first byte of a handshake.
    if let greeting, data.first == 0x16 {
      state = .answering(greeting.steps[...])
      return proceed()
    }
    state = .reading(data)
    switch LoopbackRequest.read(data, bodyLimit: bodyLimit) {
    case .incomplete: return
    case .whole(let request): state = .answering(answer(request).steps(for: request.method))
    // Until it is read: closing at once would take it from who is still sending.
    case .refused(let refused): state = .answering(refusal?.steps[...] ?? refused.steps + [.hang])
    }
    proceed()
  }

  /// The other side sends nothing more; it may still listen.
  private func leave() {
    isGone = true
    reading?.cancel()
    reading = nil
    switch state {
    case .reading, .over: finish()
    case .answering: return
    case .hanging(let rest):
      state = .answering(rest)
      proceed()
    }
  }

  /// Does what is to be done, as far as it can be done now.
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
      case .reset:
        socket.abort()
        return finish()
      }
    }
  }

  /// False if there is more to send than can be sent now, or nobody to send it to.
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
    // The socket must be open until nobody waits for it.
    sources.notify(queue: queue) { [self] in
      socket.close()
      ended?()
      ended = nil
    }
  }
}
