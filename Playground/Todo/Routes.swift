import Foundation
import VIPER

extension Route<Void, Never> {
  /// The list of what is due by the end of next week.
  package static var todo: Self { Route("todo") }
}

extension Route<Void, UUID> {
  /// Asks for a new item, on top of the list; gives the id of what was stored, or nothing if it was cancelled.
  package static var add: Self { Route("add", style: .modal) }
}
