import VIPER

extension Route<Void, Never> {
  /// Asks for a user name and a password, and jumps.
  package static var one: Self { Route("one") }
}

extension Route<String, Never> {
  /// Shows a message until it is touched.
  package static var two: Self { Route("two", style: .modal) }
}
