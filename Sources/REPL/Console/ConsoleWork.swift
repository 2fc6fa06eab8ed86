import Signals

/// What a control may have begun, and how it is ended.
protocol ConsoleWork: AnyObject, Sendable {
  /// Asked, and not observed: most of what a screen offers is never asked for.
  var isUnderWay: Bool { get }

  func cancel()
}

extension Command: ConsoleWork {}
