import Signals

/// A request with the questions that come before it: all that the pipeline needs for one pass.
struct NavigationStep {
  var request: NavigationRequest
  /// The module that asks, for errors: `details#3`.
  var asking = "app"
  var values = RequestValues()
  /// Further destinations whose guards are asked: those that a link opens later.
  var alsoGuarded: ArraySlice<Destination> = []
  /// The module that has to be ready, and how long that may take.
  var readiness: (module: Int, limit: Duration)?
  /// Whether presenters of modules that close are asked (`shouldGoBack`).
  var asksClosing = false
  /// All that closes, if that is more than this request closes.
  var closing: [NavigationTree.Node] = []
  /// How many transitions the stage had been asked for when the view made this step by itself; nil if it did not.
  var shownAfter: Int?
  /// Whether it closes a module only if its last waiter has gone.
  var onlyIfUnwanted = false
  /// Its turn after a wait.
  var turn = Turn.next
}

/// When a job has its next turn.
enum Turn {
  /// At once: nothing comes between.
  case same
  /// Before jobs that have had no turn yet.
  case next
  /// After all that wait for a turn.
  case last
}

enum NextStep {
  case make(NavigationStep)
  /// Nothing before its next turn.
  case wait
  case none
}

/// What a verb, a link or a restoration asks for, on its way through the pipeline: requests, made one by one, each decided by
/// what is open by then. Jobs differ in their requests alone.
@MainActor class NavigationJob {
  enum Outcome {
    case done, wentBack
    case failed(RouteError)
  }

  /// A guard's signal, or a module's readiness.
  struct Wait {
    /// The route whose guard it is; nil for readiness.
    let guardOf: String?
    let observation = Disposable()
  }

  let caller: (any Caller)?
  /// The destinations whose guards have let it through.
  final var allowed: [Destination] = []
  /// The modules whose presenters have agreed to close.
  final var agreed: Set<Int> = []
  /// What it waits for outside the queue.
  final var wait: Wait?

  init(for caller: (any Caller)?) { self.caller = caller }

  /// The module that asks, for errors: `details#3`.
  var origin: String { "app" }
  /// Whether the job ends when the caller disposes it.
  var endsWithCaller: Bool { true }
  /// Whether the caller waits for the result of the module that opens; otherwise it hears of the end of the job.
  var waitsForResult: Bool { false }
  /// The next step, by what is open now.
  func next(in tree: NavigationTree) throws(RouteError) -> NextStep { .none }
  /// The step is made; the turn of the next, or nil after the last.
  ///
  /// - Parameter module: the module that was opened or joined, or that is visible now.
  func made(_ module: Int?) throws(RouteError) -> Turn? { nil }
  /// The step cannot be made: throws if that ends the job.
  func failed(_ error: RouteError) throws(RouteError) -> Turn { throw error }
  /// The user has left what a guard waited for: nil ends the job as if the user had gone back.
  func left() throws(RouteError) -> Turn? { nil }
  /// A guard leads elsewhere.
  func redirect(_ destination: Destination, to other: Destination, style: RouteStyle) {}
}

extension NavigationJob {
  var isUnwanted: Bool { endsWithCaller && caller?.isGone ?? false }

  /// The next turn; without one, the job has ended.
  func goOn(
    orEnd outcome: Outcome = .done, _ turn: (NavigationJob) throws(RouteError) -> Turn?
  ) -> Turn? {
    do throws(RouteError) {
      if let turn = try turn(self) { return turn }
      end(outcome)
    } catch { end(.failed(error)) }
    return nil
  }

  func goOn(after step: NavigationStep, _ module: Int?) -> Turn? {
    allowed.removeAll { $0 == step.request.destination }
    return goOn { job throws(RouteError) in try job.made(module) }
  }

  func goOn(after error: RouteError) -> Turn? { goOn { job throws(RouteError) in try job.failed(error) } }

  /// Ends the job. A caller that waits for a result hears when the module closes.
  func end(_ outcome: Outcome) {
    switch outcome {
    case .done: if !waitsForResult { caller?.end(with: ()) }
    case .wentBack: caller?.end(with: nil)
    case .failed(let error): caller?.fail(error)
    }
  }
}
