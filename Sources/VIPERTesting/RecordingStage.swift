import Signals
import VIPER

/// A stage that shows nothing and remembers what it was asked to show.
///
///     let stage = RecordingStage()
///     let navigator = try Navigator(stage: stage, environment: .fixed(on: time), modules: [list, add])
///     navigator.open("/list").start()
///     #expect(stage.kinds == [.root])
@MainActor public final class RecordingStage: Stage {
  /// How the stage answers a transition.
  public enum Answer: Sendable {
    /// It is shown at once.
    case atOnce
    /// It is shown after a while.
    case after(Duration, any Scheduler)
    /// It cannot be shown.
    case failing(RouteError)
    /// Nothing is ever heard of it.
    case never
  }

  /// How transitions are answered from now on.
  public var answer: Answer
  /// What it was asked to show, in order.
  public private(set) var transitions: [Transition] = []
  /// The kinds of what it was asked to show, in order.
  public var kinds: [Transition.Kind] { transitions.map(\.kind) }

  /// A stage that answers as given.
  public init(_ answer: Answer = .atOnce) { self.answer = answer }

  /// Remembers the transition.
  public func perform(
    _ transition: Transition, view: (NavigationTree.Node.ID) -> AnyObject?
  ) -> Signal<Never, RouteError> {
    transitions.append(transition)
    switch answer {
    case .atOnce: return .empty
    case .after(let delay, let scheduler): return Signal<Never, RouteError>.empty.delay(delay, on: scheduler)
    case .failing(let error): return .fail(error)
    case .never: return .never
    }
  }
}
