public import Signals
public import VIPER

/// A stage that shows nothing and records its transitions.
///
///     let stage = RecordingStage()
///     let navigator = try Navigator(
///       stage: stage, environment: .fixed(on: time), modules: [list, add])
///     navigator.open("/list").start()
///     #expect(stage.kinds == [.root])
@MainActor public final class RecordingStage: Stage {
  /// The stage's answer to a transition.
  public enum Answer: Sendable {
    /// Shows the transition at once.
    case atOnce
    /// Shows the transition after this duration, on this scheduler.
    case after(Duration, any Scheduler)
    /// Fails with this error.
    case failing(RouteError)
    /// Never answers.
    case never
  }

  /// The answer to each transition from now on.
  public var answer: Answer
  /// The transitions so far, in order.
  public private(set) var transitions: [NavigationTree.Transition] = []
  /// The kinds of the transitions so far, in order.
  public var kinds: [NavigationTree.Transition.Kind] { transitions.map(\.kind) }

  /// A stage with this answer to each transition.
  public init(_ answer: Answer = .atOnce) { self.answer = answer }

  /// Records the transition and answers it.
  public func perform(
    _ transition: NavigationTree.Transition, view: (NavigationTree.Node.ID) -> AnyObject?
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
