import Foundation
import PlainText

/// The reason why a run failed: a message for the user, and the exit code.
package struct GeneratorFailure: Error, Equatable {
  package let message: String
  package let code: Int32

  /// The command line is invalid.
  package static func usage(_ message: String) -> Self { Self(message: message, code: 2) }
  /// A named file, folder, target or template does not exist.
  static func missing(_ message: String) -> Self { Self(message: message, code: 69) }
  /// The run is refused or has failed.
  static func refused(_ message: String) -> Self { Self(message: message, code: 1) }

  /// There is no such name: suggests the nearest one, or else lists all of them.
  static func unknown(_ name: String, in names: [String]) -> String {
    let all = names.isEmpty ? "there are none" : "there are \(names.joined(separator: ", "))"
    return "'\(name)'; " + (NearMiss.nearest(to: name, in: names).map { "did you mean \($0)?" } ?? all)
  }

  /// A JSON file has a mistake.
  static func json(_ file: String, _ error: any Error, _ remedy: String) -> Self {
    .refused("\(file) cannot be read: \(ErrorText.of(error)). \(remedy)")
  }
}
