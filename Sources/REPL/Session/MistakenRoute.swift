import VIPER

extension RouteError {
  /// Whether the route or event does not exist, in any state of the app.
  var isMistake: Bool {
    switch self {
    case .unknown, .invalid, .undeclared: true
    default: false
    }
  }
}
