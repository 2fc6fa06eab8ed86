/// The reason why a run failed: a message for the user, and the exit code.
package struct GeneratorFailure: Error, Equatable, CustomStringConvertible {
  package let message: String
  package let code: Int32

  package var description: String { message }

  /// The command line is invalid.
  package static func usage(_ message: String) -> Self { Self(message: message, code: 2) }
  /// A named file, folder, target or template does not exist.
  package static func missing(_ message: String) -> Self { Self(message: message, code: 69) }
  /// The run is refused or has failed, and no file has changed.
  package static func refused(_ message: String) -> Self { Self(message: message, code: 1) }
}
