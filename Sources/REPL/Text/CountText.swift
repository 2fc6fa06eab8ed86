/// Prints a number with its noun: `1 flow`, `2 flows`.
package enum CountText {
  /// - Parameter plural: the plural; by default, the noun with an `s`.
  package static func of(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
  }
}
