import Foundation
import PlainText
public import VIPER

/// An app with a command line for sessions and flows. The `main.swift` of a package creates it:
///
///     let app = ConsoleApp("notes", home: "notes") { session in
///       try Navigator(
///         stage: session.console, environment: session.environment,
///         modules: Notes.modules)
///     }
///     exit(await app.main(Array(CommandLine.arguments.dropFirst())))
public struct ConsoleApp: Sendable {
  package let name: String
  /// The command that starts the program, in commands to copy, such as `swift run notes`; the name, if that is unknown.
  package var command: String
  package let home: String
  package let options: [ConsoleOption]
  /// The values of these options on the command line, by name.
  package var optionValues: [String: String] = [:]
  package let build: @MainActor @Sendable (Session) throws -> Navigator

  /// An app.
  ///
  /// - Parameters:
  ///   - name: the name of the executable, which messages print; also the name of the
  ///     folder with the history of typed lines.
  ///   - home: the route or link that an interactive session opens.
  ///   - options: the app's own command-line options.
  ///   - build: makes the app for one session; sessions share nothing.
  public init(
    _ name: String, home: String, options: [ConsoleOption] = [],
    build: @escaping @MainActor @Sendable (Session) throws -> Navigator
  ) {
    self.name = name
    command = name
    self.home = home
    self.options = options
    self.build = build
  }

  package static func unbuilt(_ error: any Error) -> String {
    "the app cannot be built: \(Printable.line(ErrorText.of(error)))"
  }
}
