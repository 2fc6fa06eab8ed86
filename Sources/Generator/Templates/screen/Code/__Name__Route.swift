import VIPER

extension Route<Void, Never> {
  /// __description__
  package static var __name__: Self { Route("__route__") }
}
