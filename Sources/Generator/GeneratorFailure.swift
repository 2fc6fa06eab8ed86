/// Why there is nothing to show for it: a text for people, and the exit code.
package struct GeneratorFailure: Error, Equatable, CustomStringConvertible {
  package let message: String
  package let code: Int32

  package var description: String { message }

  /// The command line asks for what cannot be.
  package static func usage(_ message: String) -> Self { Self(message: message, code: 2) }
  /// Something that it names is not there.
  package static func missing(_ message: String) -> Self { Self(message: message, code: 69) }
  /// It could be done, and is not.
  package static func refused(_ message: String) -> Self { Self(message: message, code: 1) }
}
