/// One observation of `combineLatest`. The state is touched in the gate.
final class CombineLatest<A: Sendable, B: Sendable, Failure: Error>: @unchecked Sendable {
  private let emitter: Emitter<(A, B), Failure>
  private let gate = SerialGate()
  // Touched by the owner of the gate only.
  private var first: A?
  private var second: B?
  private var running = 2

  init(_ emitter: Emitter<(A, B), Failure>) { self.emitter = emitter }

  func start(_ a: Signal<A, Failure>, _ b: Signal<B, Failure>) {
    emitter.observe(a) { event in
      self.gate.perform { self.receiveFirst(event) }
    }
    emitter.observe(b) { event in
      self.gate.perform { self.receiveSecond(event) }
    }
  }

  private func receiveFirst(_ event: Event<A, Failure>) {
    switch event {
    case .value(let value):
      first = value
      if let second { emitter.send((value, second)) }
    case .failed(let failure): emitter.fail(failure)
    case .completed: sourceCompleted(isEmpty: first == nil)
    }
  }

  private func receiveSecond(_ event: Event<B, Failure>) {
    switch event {
    case .value(let value):
      second = value
      if let first { emitter.send((first, value)) }
    case .failed(let failure): emitter.fail(failure)
    case .completed: sourceCompleted(isEmpty: second == nil)
    }
  }

  private func sourceCompleted(isEmpty: Bool) {
    running -= 1
    if isEmpty || running == 0 { emitter.complete() }
  }
}
