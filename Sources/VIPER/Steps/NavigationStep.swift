import Signals

/// A request on its way: what is asked, and who hears how it went.
@MainActor struct NavigationStep {
  enum Outcome {
    /// With the module that was opened or joined, or that is shown now.
    case done(Int?)
    case failed(RouteError)
  }
  /// What is asked; nil only waits for its turn.
  let request: NavigationRequest?
  /// Who asks, for errors: `details#3`.
  var asking = "app"
  /// The input of what is opened, where it comes from code.
  var input: (any Sendable)?
  /// Who waits for the result of what is opened.
  var waiter: Waiter?
  /// What the closed module gives back.
  var result: (any Sendable)?
  /// Ends what its guards wait for; nil once they have been asked, and for what asks none.
  var guardScope: Disposable?
  /// Whether it is on the user's behalf: then what would close is asked whether it may be left.
  var asksWhatCloses = false
  /// Whether the view has made the step already.
  var isAlreadyShown = false
  let reply: (Outcome) -> Void

  init(_ request: NavigationRequest?, reply: @escaping (Outcome) -> Void = { _ in }) {
    self.request = request
    self.reply = reply
  }

  /// A step that gives one value when it is done.
  init(_ request: NavigationRequest, asking: String = "app", telling emitter: Emitter<Void, RouteError>) {
    self.init(request) { outcome in
      switch outcome {
      case .done: emitter.succeed()
      case .failed(let error): emitter.fail(error)
      }
    }
    self.asking = asking
  }

  /// Whether it closes only what nobody wants any more, and so nothing that somebody has asked for since.
  var closesOnlyUnwanted = false
  /// Whether what it is a part of was disposed.
  var isDisposed: () -> Bool = { false }

  /// Whether nobody wants it any more.
  var isUnwanted: Bool { isDisposed() || waiter.map { $0.isUnwanted && $0.closesWhenUnwanted } ?? false }

  /// The step, once its guards let it open this.
  func allowed(_ opening: Opening) -> NavigationStep {
    var step = NavigationStep(request?.opening(opening.destination), reply: reply)
    (step.asking, step.input, step.waiter) = (asking, opening.input, waiter)
    return step
  }

  /// Nothing comes of it.
  func drop(_ error: RouteError) {
    waiter?.fail(error)
    reply(.failed(error))
  }
}
