/// What happens to an execution of a ``Command`` while another is running.
public enum CommandPolicy: Sendable {
  /// It is refused: busy means disabled.
  case exclusive
  /// It disposes the one before.
  case latest
  /// It runs beside the others.
  case concurrent
}

/// Why a run ended early.
public enum CommandError<Failure: Error>: Error {
  /// It was refused: the command was disabled or busy.
  case disabled
  /// The work failed.
  case failed(Failure)
}

extension CommandError: Equatable where Failure: Equatable {}
extension CommandError: Hashable where Failure: Hashable {}
