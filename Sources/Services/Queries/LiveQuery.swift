import Signals

/// One query that somebody observes. One question is under way at a time; changes that come meanwhile are asked about once,
/// when it is answered and that is told.
final class LiveQuery<Entity: Sendable>: Sendable {
  /// An answer, and the how-manieth it is.
  struct Told: Sendable {
    let number: Int
    let answer: Result<[Entity], StoreFailure>
  }
  private struct State: Sendable {
    /// The last answer, as long as it is known to be that of now.
    var told: Told?
    var count = 0
    var isOutdated = true
    /// Whether a question is under way, or its answer is being told.
    var isBusy = false
    /// Whether somebody came meanwhile who wants an answer of their own.
    var isWanted = false

    /// Whether there is something to ask, and nobody who does.
    mutating func begin() -> Bool {
      guard isOutdated else { return false }
      guard !isBusy else {
        isWanted = true
        return false
      }
      (isOutdated, isBusy, isWanted) = (false, true, false)
      return true
    }

    /// Whether there is something to ask after an answer was told. A failure ends the observers there are: who came since then wants
    /// an answer, and the next one asks for itself.
    mutating func goOn(after answer: Result<[Entity], StoreFailure>) -> Bool {
      isBusy = false
      if case .failure = answer, !isWanted { return false }
      return begin()
    }
  }

  let query: Query<Entity>
  let answers: Signal<Told, Never>
  /// How many there are; for the registry only.
  let observers = Protected(0)
  private let input: Emitter<Told, Never>
  private let question: @Sendable () -> Signal<[Entity], StoreFailure>
  private let state = Protected(State())

  init(_ query: Query<Entity>, _ question: @escaping @Sendable () -> Signal<[Entity], StoreFailure>) {
    self.query = query
    self.question = question
    (answers, input) = Signal<Told, Never>.pipe()
  }

  /// The answer of now, if it is known.
  func known() -> Told? { state.withLock { $0.isOutdated ? nil : $0.told } }

  func invalidate() { state.withLock { $0.isOutdated = true } }

  /// Asks and tells until nothing is outdated; leaves it to whoever is busy with that.
  func refresh() {
    if begins({ $0.begin() }) { ask() }
  }

  /// Asks, tells, and asks again as long as there is something to ask: here if the answers come at once, for which the stack does
  /// not grow; else where they come.
  private func ask() {
    while true {
      let round = Round()
      question().observe { event in
        let answer: Result<[Entity], StoreFailure>
        switch event {
        case .value(let entities): answer = .success(entities)
        case .failed(let failure): answer = .failure(failure)
        case .completed: return
        }
        let goesOn = self.tell(answer)
        if round.answered(goesOn), goesOn { self.ask() }
      }
      guard round.asked() else { return }
    }
  }

  /// Whether there is something more to ask.
  private func tell(_ answer: Result<[Entity], StoreFailure>) -> Bool {
    let told = state.withLock { state -> Told in
      state.count += 1
      let told = Told(number: state.count, answer: answer)
      if case .failure = answer { state.isOutdated = true } else { state.told = told }
      return told
    }
    input.send(told)
    return begins { $0.goOn(after: answer) }
  }

  private func begins(_ begin: (inout State) -> Bool) -> Bool {
    let (begins, outdated) = state.withLock { state in
      let begins = begin(&state)
      return (begins, begins ? state.told.take() : nil)
    }
    // What was told before is released outside the lock.
    return withExtendedLifetime(outdated) { begins }
  }
}

/// Who goes on after a question: whoever is last of who asked it and who answers it.
private struct Round: Sendable {
  private enum State { case asking, left, answered(goesOn: Bool) }
  private let state = Protected(State.asking)

  /// Whether who answers goes on, for who asked has left.
  func answered(_ goesOn: Bool) -> Bool {
    state.withLock { state in
      if case .left = state { return true }
      state = .answered(goesOn: goesOn)
      return false
    }
  }

  /// Whether who asked goes on: it is answered already, and there is more to ask.
  func asked() -> Bool {
    state.withLock { state in
      if case .answered(let goesOn) = state { return goesOn }
      state = .left
      return false
    }
  }
}
