import Foundation
import VIPER

extension Route<Void, Never> {
  /// The list of the items due by the end of next week.
  package static var todo: Self { Route("todo") }
}

extension Route<Void, UUID> {
  /// A modal that asks for a new item. It returns the id of the stored item, or completes without a value on cancel.
  package static var add: Self { Route("add", style: .modal) }
}
