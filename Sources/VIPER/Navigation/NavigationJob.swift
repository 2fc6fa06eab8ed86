import Signals

/// A request with its conditions: the input of one pass through the pipeline.
struct NavigationStep {
  var request: NavigationRequest
  /// The module that asks, for errors: `details#3`.
  var asking = "app"
  var values = RequestValues()
  /// Further destinations whose guards are asked: the screens of a link.
  var guarded: ArraySlice<Destination> = []
  /// The module that has to be ready, and the time limit for that.
  var readiness: (module: Int, limit: Duration)?
  /// Whether presenters of modules that close are asked (`shouldGoBack`).
  var asksClosing = false
  /// For a step that the view has made by itself: the number of transitions that the stage had been asked for by then.
  var shownAfter: Int?
  /// Whether the request closes a module only if no caller waits for its result.
  var onlyIfUnwanted = false
  /// The job's turn after a wait.
  var turn = Turn.next
}

/// The place of a job's next turn in the queue.
enum Turn {
  /// Before jobs that have had no turn yet.
  case next
  /// After all jobs in the queue.
  case last
}

/// A verb, a link or a restoration on its way through the pipeline: a sequence of requests, each decided on the tree at its
/// turn. Subclasses differ only in their requests.
@MainActor class NavigationJob {
  enum Outcome {
    case done, wentBack
    case failed(RouteError)
  }

  /// A guard's signal, or a module's readiness.
  struct Wait {
    /// The route of the guard; nil for readiness.
    let guardOf: String?
    let observation = Disposable()
  }

  let caller: (any Caller)?
  /// The destinations whose guards have let the job proceed.
  final var allowed: [Destination] = []
  /// The answers of guards to a link that opens the screens below first.
  final var answers: [Destination: Result<Guard.Answer, RouteError>] = [:]
  /// The modules whose presenters have agreed to close.
  final var agreed: Set<Int> = []
  /// The wait outside the queue, if there is one.
  final var wait: Wait?

  init(for caller: (any Caller)?) { self.caller = caller }

  /// The module that asks, for errors: `details#3`.
  var origin: String { "app" }
  /// Whether the job ends when the caller disposes it.
  var endsWithCaller: Bool { true }
  /// Whether the caller waits for the result of the module that opens; otherwise it is notified when the job ends.
  var waitsForResult: Bool { false }
  /// The next step, given the current tree; nil if there is none.
  func next(in tree: NavigationTree) throws(RouteError) -> NavigationStep? { nil }
  /// Called when the step is made. Returns the turn of the next step, or nil after the last.
  ///
  /// - Parameter modules: the modules that were opened, or the one that was joined.
  func made(_ request: NavigationRequest, _ modules: [NavigationTree.Node]) throws(RouteError) -> Turn? { nil }
  /// Called when the step cannot be made. Throws if that ends the job.
  func failed(_ error: RouteError) throws(RouteError) -> Turn { throw error }
  /// Called when a guard's signal completes without a value. Nil ends the job as if the user had gone back.
  func left() throws(RouteError) -> Turn? { nil }
  /// Called when a guard redirects `destination` to `other`.
  func redirect(_ destination: Destination, in step: NavigationStep, to other: Destination) {}
}

extension NavigationJob {
  var isUnwanted: Bool { endsWithCaller && caller?.isGone ?? false }

  /// The turn that `turn` returns; if it returns nil or throws, ends the job and returns nil.
  func goOn(
    orEnd outcome: Outcome = .done, _ turn: (NavigationJob) throws(RouteError) -> Turn?
  ) -> Turn? {
    do throws(RouteError) {
      if let turn = try turn(self) { return turn }
      end(outcome)
    } catch { end(.failed(error)) }
    return nil
  }

  func goOn(after request: NavigationRequest, _ modules: [NavigationTree.Node]) -> Turn? {
    for module in modules { if let index = allowed.firstIndex(of: module.destination) { allowed.remove(at: index) } }
    return goOn { job throws(RouteError) in try job.made(request, modules) }
  }

  func goOn(after error: RouteError) -> Turn? { goOn { job throws(RouteError) in try job.failed(error) } }

  /// Ends the job. A caller that waits for a result is notified when the module closes.
  func end(_ outcome: Outcome) {
    switch outcome {
    case .done: if !waitsForResult { caller?.end(with: ()) }
    case .wentBack: caller?.end(with: nil)
    case .failed(let error): caller?.fail(error)
    }
  }
}
