import Signals

/// What a control may have begun, and how it is ended.
@MainActor struct ConsoleWork {
  private let isExecuting: Property<Bool>
  private let end: () -> Void

  init<I, O, F: Error>(_ command: Command<I, O, F>) {
    isExecuting = command.isExecuting
    end = { command.cancel() }
  }

  var isUnderWay: Bool { isExecuting.value }

  /// Ends it; false if there was nothing to end.
  func cancel() -> Bool {
    guard isUnderWay else { return false }
    end()
    return true
  }
}
