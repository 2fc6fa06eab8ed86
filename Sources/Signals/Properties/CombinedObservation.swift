/// One observation of a combination of properties, such that one change of a root gives one notification.
///
/// However often a root occurs below the combination, it is observed once. Each of its changes is a step: it is written
/// into the root's cell, the function is computed from the cells, and the result is delivered if anything it depends on
/// changed in this step. Nothing is ever computed from one old and one new value of the same root.
final class CombinedObservation: @unchecked Sendable {
  // Only the owner of the turn touches what follows; `init` and `input` run before anyone else knows of it.
  private let turn = Turn()
  private var cells: [ObjectIdentifier: AnyObject] = [:]
  private var probes: [ObjectIdentifier: AnyObject] = [:]
  private var starts: [(Disposable) -> Void] = []  // emptied by `start`
  /// Counts changes of roots.
  private var step = 0
  /// How many roots have yet to give their first value, and how many have yet to complete.
  private var missing = 0, running = 0
  private var deliver: (() -> Void)?
  private var finish: (() -> Void)?

  /// Observes the function that `probe` describes.
  static func start<Value: Sendable>(
    _ probe: (CombinedObservation) -> Probe<Value>, dropsFirst: Bool,
    _ sink: @escaping Sink<Value, Never>, _ scope: Disposable
  ) {
    let observation = CombinedObservation()
    let probe = probe(observation)
    var isFirst = true
    observation.deliver = { [unowned observation] in
      let (value, changed) = probe()
      defer { isFirst = false }
      if isFirst ? !dropsFirst : changed == observation.step { sink(.value(value)) }
    }
    observation.finish = { sink(.completed) }
    observation.start(in: scope)
  }

  /// A cell for a root, the same one each time: its value, and the step at which it changed.
  func input<Value: Sendable>(
    _ identity: ObjectIdentifier, _ value: @autoclosure () -> Value, _ signal: Signal<Value, Never>
  ) -> Probe<Value> {
    if let cell = cells[identity] as? Cell<Value> { return cell.probe }
    let cell = Cell(value())
    cells[identity] = cell
    missing += 1
    running += 1
    starts.append { scope in
      let source = Disposable()
      scope.add(source)
      signal.start(in: source) { event in self.receive(event, cell) }
    }
    return cell.probe
  }

  /// The probe of something derived, the same one each time it occurs: asked again within a step, it answers at once.
  func derived<Value: Sendable>(_ identity: AnyObject, _ make: () -> Probe<Value>) -> Probe<Value> {
    if let known = probes[ObjectIdentifier(identity)] as? Answered<Value> { return known.probe }
    let answered = Answered(make(), self)
    probes[ObjectIdentifier(identity)] = answered
    return answered.probe
  }

  private func start(in scope: Disposable) {
    _ = turn.take()  // fresh, so it is free: first values queue up until all roots are observed
    let starts = starts
    self.starts = []
    for start in starts { start(scope) }
    if starts.isEmpty {
      deliver?()
      finish?()
    }
    turn.leave()
  }

  private func receive<Value>(_ event: Event<Value, Never>, _ cell: Cell<Value>) {
    if turn.take() || turn.takeOrQueue({ self.handle(event, cell) }) {
      handle(event, cell)
      turn.leave()
    }
  }

  private func handle<Value>(_ event: Event<Value, Never>, _ cell: Cell<Value>) {
    if case .value(let value) = event {
      step += 1
      cell.value = value
      cell.changed = step
      if cell.isMissing {
        cell.isMissing = false
        missing -= 1
      }
      if missing == 0 { deliver?() }
    } else {
      running -= 1
      if running == 0 { finish?() }
    }
  }

  /// A probe with its answer of the step under way. Touched by the owner of the turn only.
  private final class Answered<Value> {
    private let ask: Probe<Value>
    private unowned let observation: CombinedObservation
    private var last: (answer: (value: Value, changed: Int), step: Int)?

    init(_ ask: @escaping Probe<Value>, _ observation: CombinedObservation) {
      self.ask = ask
      self.observation = observation
    }

    var probe: Probe<Value> {
      {
        if let last = self.last, last.step == self.observation.step { return last.answer }
        let answer = self.ask()
        self.last = (answer, self.observation.step)
        return answer
      }
    }
  }

  /// The last value a root gave. Touched by the owner of the turn only.
  private final class Cell<Value> {
    var value: Value
    var changed = 0
    var isMissing = true

    init(_ value: Value) { self.value = value }

    var probe: Probe<Value> { { (self.value, self.changed) } }
  }
}
