/// One observation of `zip`.
final class Zip<A: Sendable, B: Sendable, Failure: Error>: @unchecked Sendable {
  private let emitter: Emitter<(A, B), Failure>
  private let gate = SerialGate()
  // Touched by the owner of the gate only.
  private var first = Queue<A>()
  private var second = Queue<B>()

  init(_ emitter: Emitter<(A, B), Failure>) { self.emitter = emitter }

  func start(_ a: Signal<A, Failure>, _ b: Signal<B, Failure>) {
    emitter.observe(a) { event in
      self.gate.perform { self.receive(event, \.first) }
    }
    emitter.observe(b) { event in
      self.gate.perform { self.receive(event, \.second) }
    }
  }

  private func receive<V>(_ event: Event<V, Failure>, _ queue: ReferenceWritableKeyPath<Zip, Queue<V>>) {
    switch event {
    case .value(let value): self[keyPath: queue].waiting.append(value)
    case .failed(let failure): return emitter.fail(failure)
    case .completed: self[keyPath: queue].isFinished = true
    }
    if !first.waiting.isEmpty, !second.waiting.isEmpty,
      let a = first.waiting.popFirst(), let b = second.waiting.popFirst()
    {
      emitter.send((a, b))
    }
    if first.isExhausted || second.isExhausted { emitter.complete() }
  }

  private struct Queue<V> {
    var waiting = FIFO<V>()
    var isFinished = false
    var isExhausted: Bool { isFinished && waiting.isEmpty }
  }
}
