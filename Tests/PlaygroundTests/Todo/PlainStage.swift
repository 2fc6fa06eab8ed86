import Signals
import VIPER

/// A stage that shows everything at once, and nothing to nobody.
@MainActor final class PlainStage: Stage {
  func perform(_ transition: Transition, view: (NavigationTree.Node.ID) -> AnyObject?) -> Signal<Never, RouteError> {
    .empty
  }
}
