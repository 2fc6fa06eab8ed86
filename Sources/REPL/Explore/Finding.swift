import Foundation

/// Something that an exploration found: a promise that is broken, and the flow that shows it.
struct Finding: Codable, Equatable, Sendable {
  let cause: Cause
  /// What its file is called, without the ending.
  let name: String
  /// Which promise is broken.
  let title: String
  /// What is to be seen.
  var details: [String] = []
  /// The flow that fails today, and passes once it is mended.
  let flow: String

  /// A name for files: of letters, digits and hyphens.
  static func name(_ words: String...) -> String {
    words.joined(separator: "-").lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.prefix(8)
      .joined(separator: "-")
  }
}

/// What two findings of one mistake have in common. Of findings with the same cause, one is reported.
struct Cause: Codable, Hashable, Sendable {
  /// The broken promise, without numbers and without the values that broke it.
  let promise: String
  /// The screen that is on top at the end, by its own name.
  let screen: String
  /// The call that failed or came at another time, and the command that made it. Empty where the promise is about the screen,
  /// whatever was typed before.
  let source: String

  /// - Parameters:
  ///   - promise: the promise, or what the harness says of it.
  ///   - prompt: the path of the screen at the end.
  init(_ promise: String, on prompt: String = "", by source: String = "") {
    self.promise = promise.replacing(/( \([^()]*\))? is broken: .*/, with: "")
      .replacing(/^(a timer is|[0-9]+ timers are) still pending.*/, with: "a timer is still pending")
      .replacing(/[0-9]+/, with: "#")
    screen = prompt.split(separator: "/").last.map(String.init) ?? ""
    self.source = source
  }
}
