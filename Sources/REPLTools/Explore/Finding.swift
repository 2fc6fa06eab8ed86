import Foundation
import PlainText
import REPL

/// A finding of an exploration: a broken promise, and the flow that shows it.
struct Finding: Codable, Equatable, Sendable {
  let cause: Cause
  /// The cause as it was known before the flow was shrunk, or before the place of a crash was traced: both take time. Nil if it is the
  /// same.
  var symptom: Cause?
  /// The name of its file, without the extension.
  let name: String
  /// The broken promise.
  let title: String
  /// The details shown below the title.
  var details: [String] = []
  /// The path of the explored flow, if it has one.
  var path: String?
  /// The flow, which fails today and passes after the fix.
  let flow: String

  /// The texts of its causes: of a later finding with one of them, no flow is written.
  var causes: Set<String> { Set([cause, symptom].compactMap(\.?.text)) }

  /// The beginning of the comment on its origin.
  static let originStart = "Found by exploring"
  /// The beginning of the comment on its cause, by which the findings of several machines are joined.
  static let causeStart = "Cause: "

  /// The text of its file: the flow, below its origin, its cause and its title, with the app's own options, without which it may pass.
  func text(options: [String: String]) -> String {
    // The last comment is the name of the phase in reports.
    "# \(Self.origin(Self.originStart, path, options))\n# \(Self.causeStart)\(cause.text)\n# \(title)\n\(flow)"
  }

  /// The comment on the origin of a flow.
  static func origin(_ start: String, _ path: String?, _ options: [String: String]) -> String {
    let words = ShellWord.quoted(options), advice = words.isEmpty ? "" : "; run it with \(words.joined(separator: " "))"
    return Printable.line("\(start)\(path.map { " \($0)" } ?? "")\(advice).")
  }

  /// A problem as a title. It may begin with a name, which stays as it is.
  static func title(_ problem: String) -> String {
    let isSentence = ["the", "a", "an", "no", "two", "this"].contains { problem.hasPrefix("\($0) ") }
    return isSentence ? problem.prefix(1).uppercased() + problem.dropFirst() : problem
  }

  /// A name for files, made of letters, digits and hyphens.
  static func name(_ words: String...) -> String {
    words.joined(separator: "-").lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.prefix(8)
      .joined(separator: "-")
  }
}

/// The cause of a finding. Of findings with the same cause, only one is reported.
struct Cause: Codable, Hashable, Sendable {
  /// The broken promise, without numbers and without the values that broke it.
  let promise: String
  /// The name of the top screen at the end.
  let screen: String
  /// The call that failed or changed its time, and the command that made it. Empty if the promise depends on the screen only.
  let source: String

  /// Whether this is the same cause, perhaps without calls or commands that do not matter.
  func isPart(of other: Cause) -> Bool {
    promise == other.promise && screen == other.screen
      && Set(source.split(separator: " ")).isSubset(of: other.source.split(separator: " "))
  }

  /// One line, by which a later exploration knows the cause.
  var text: String { Printable.line([promise, screen, source].filter { !$0.isEmpty }.joined(separator: "; ")) }

  /// - Parameters:
  ///   - promise: the promise, or the complaint of the harness.
  ///   - prompt: the path of the screen at the end.
  init(_ promise: String, on prompt: String = "", by source: String = "") {
    self.promise = promise.replacing(/( \([^()]*\))? is broken: .*/, with: "")
      .replacing(/removes another row: .*/, with: "removes another row")
      .replacing(/^(a timer is|[0-9]+ timers are) still pending.*/, with: "a timer is still pending")
      .replacing(/, at .+:[0-9]+$/, with: "")
      .replacing(/[0-9]+/, with: "#")
    screen = prompt.split(separator: "/").last.map(String.init) ?? ""
    self.source = source
  }
}
