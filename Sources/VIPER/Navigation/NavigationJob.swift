import Signals

/// A request with the questions that come before it: all that the pipeline needs for one pass.
struct NavigationStep {
  var request: NavigationRequest
  /// The module that asks, for errors: `details#3`.
  var asking = "app"
  var values = RequestValues()
  /// Whether the guard of the module that opens is asked.
  var asksGuard = false
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

  /// The destinations whose guards are asked.
  func guarded(by isGuarded: (Destination) -> Bool) -> [Destination] {
    let opened = asksGuard ? request.destination : nil
    let first = opened.flatMap { isGuarded($0) ? [$0] : nil } ?? []
    return alsoGuarded.isEmpty ? first : first + alsoGuarded.filter(isGuarded)
  }
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

/// What a plan does in its turn.
enum NextStep {
  case make(NavigationStep)
  /// Nothing before its next turn.
  case wait
  case none
}

/// The list of requests of a job, made one by one, each decided by what is open by then. Links, restorations and single verbs
/// differ in this alone.
@MainActor protocol NavigationPlan {
  /// The module that asks, for errors: `details#3`.
  var origin: String { get }
  /// The next step, by what is open now.
  mutating func next(in tree: NavigationTree) throws(RouteError) -> NextStep
  /// The step is made; the turn of the next, or nil after the last.
  ///
  /// - Parameter module: the module that was opened or joined, or that is visible now.
  mutating func made(_ module: Int?) throws(RouteError) -> Turn?
  /// The step cannot be made: throws if that ends the job.
  mutating func failed(_ error: RouteError) throws(RouteError) -> Turn
  /// The user has left what a guard waited for: nil ends the job as if the user had gone back.
  mutating func left() throws(RouteError) -> Turn?
  /// A guard leads elsewhere.
  mutating func redirect(_ destination: Destination, to other: Destination, style: RouteStyle)
}

/// What a verb, a link or a restoration asks for, on its way through the pipeline.
@MainActor final class NavigationJob {
  enum Outcome {
    case done, wentBack
    case failed(RouteError)
  }
  var plan: any NavigationPlan
  /// The waiter for the result of the module it opens.
  let waiter: Waiter?
  private let reply: ((Outcome) -> Void)?
  /// Whether the caller has disposed it.
  private var isCancelled = false
  /// The destinations whose guards have let it through.
  var allowed: [Destination] = []
  /// The modules whose presenters have agreed to close.
  var agreed: Set<Int> = []
  /// What it waits for outside the queue.
  var wait: Wait?

  /// A guard's signal, or a module's readiness.
  struct Wait {
    /// The route whose guard it is; nil for readiness.
    let guardOf: String?
    let observation = Disposable()
  }

  init(_ plan: any NavigationPlan, for waiter: Waiter) {
    (self.plan, self.waiter, reply) = (plan, waiter, nil)
  }

  init(_ plan: any NavigationPlan, _ reply: @escaping (Outcome) -> Void) {
    (self.plan, waiter, self.reply) = (plan, nil, reply)
  }

  /// A job that gives one value when it is done.
  convenience init(_ plan: any NavigationPlan, telling emitter: Emitter<Void, RouteError>) {
    self.init(plan) { outcome in
      switch outcome {
      case .done: emitter.succeed()
      case .wentBack: emitter.complete()
      case .failed(let error): emitter.fail(error)
      }
    }
  }

  var isUnwanted: Bool { isCancelled || waiter.map { $0.isUnwanted && $0.closesWhenUnwanted } ?? false }

  func cancel() { isCancelled = true }

  /// A step is made: its next turn, or nil if it has ended.
  func made(_ step: NavigationStep, _ module: Int?) -> Turn? {
    allowed.removeAll { $0 == step.request.destination }
    do throws(RouteError) {
      if let turn = try plan.made(module) { return turn }
      end(.done)
    } catch { end(.failed(error)) }
    return nil
  }

  /// A step cannot be made: its next turn, or nil if it has ended.
  func failed(_ error: RouteError) -> Turn? {
    do throws(RouteError) { return try plan.failed(error) } catch { end(.failed(error)) }
    return nil
  }

  /// The user has left what its guard waited for: its next turn, or nil if it has ended.
  func left() -> Turn? {
    do throws(RouteError) {
      if let turn = try plan.left() { return turn }
      end(.wentBack)
    } catch { end(.failed(error)) }
    return nil
  }

  /// Ends the job. A waiter for a module that is open hears when that closes.
  func end(_ outcome: Outcome) {
    switch outcome {
    case .done: break
    case .wentBack: waiter?.closed(with: nil)
    case .failed(let error): waiter?.fail(error)
    }
    reply?(outcome)
  }
}

/// A verb: one request.
struct SingleRequest: NavigationPlan {
  var step: NavigationStep

  init(_ step: NavigationStep) { self.step = step }

  var origin: String { step.asking }
  func next(in tree: NavigationTree) -> NextStep { .make(step) }
  func made(_ module: Int?) -> Turn? { nil }
  func failed(_ error: RouteError) throws(RouteError) -> Turn { throw error }
  func left() -> Turn? { nil }

  mutating func redirect(_ destination: Destination, to other: Destination, style: RouteStyle) {
    step.request = step.request.to(other)
    step.values.input = nil
  }
}
