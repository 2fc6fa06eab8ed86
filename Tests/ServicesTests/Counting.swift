import Signals

extension MutableProperty<Int> {
  /// Adds one and returns the new number.
  @discardableResult func increase() -> Int {
    modify { number in
      number += 1
      return number
    }
  }
}
