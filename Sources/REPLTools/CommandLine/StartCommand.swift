import Foundation
import REPL

/// The command with which a user starts this program.
enum StartCommand {
  /// Returns `swift run NAME` for a program that SwiftPM built for the package of the working folder, and its path for another one.
  ///
  /// - Parameter program: the first word of the command line: a path, or a name that the shell found.
  static func text(_ program: String, in folder: String) -> String {
    guard program.contains("/") else { return ShellWord.quoted(program) }
    let path = program.hasPrefix("/") ? program : "\(folder)/\(program)"
    guard let build = path.firstRange(of: "/.build/"), "\(folder)/".hasPrefix(path[..<build.lowerBound] + "/"),
      let name = path.split(separator: "/").last
    else { return ShellWord.quoted(program) }
    return "swift run \(ShellWord.quoted(String(name)))"
  }
}
