import VIPER

extension Route<Void, Never> {
  /// The list of the sample apps.
  package static var home: Self { Route("home") }
}
