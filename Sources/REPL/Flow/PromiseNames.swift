import PlainText
import VIPER

/// The names of an app that promises can use: those of its commands, its fields and its calls.
package struct PromiseNames {
  private enum Kind: String {
    case command, field, call

    var noun: String { self == .command ? "" : "the \(self) " }
    var problem: String {
      switch self {
      case .command: "which no screen offers"
      case .field: "which no screen has"
      case .call: "which was neither declared nor made"
      }
    }
  }
  private let names: [Kind: Set<String>]
  private let hidden: [String]
  /// Whether the app has no other commands and fields.
  private let isWhole: Bool

  /// - Parameters:
  ///   - reach: the parts of the app that flows reached.
  ///   - graph: its screens, opened once; nil if they are not.
  package init(_ reach: Reach, _ graph: AppGraph? = nil) {
    var known = graph ?? AppGraph(screens: [])
    known.learn(from: reach)
    hidden = known.screens.filter { $0.commands == nil }.map(\.name)
    isWhole = graph != nil && hidden.isEmpty
    let offered = reach.offers.values.flatMap(\.commands) + known.screens.flatMap { $0.commands ?? [] }
    names = [
      .command: Set(offered.map(\.name)), .field: Set(offered.filter { $0.argument == .text }.map(\.name)),
      .call: reach.calls,
    ]
  }

  /// Whether it has all names of a promise.
  package func knows(_ promise: Promise) -> Bool { unknown(in: promise).isEmpty }

  /// The reports of files whose promises name commands or fields that no screen has.
  package func mistakes(in promises: [Promise]) -> [FlowReport] {
    let files = Dictionary(grouping: promises) { $0.place?.path ?? "" }.sorted { $0.key < $1.key }
    return files.compactMap { path, promises in
      let mistakes = promises.flatMap { promise in
        complaints(about: promise, certain: true).map { FlowMistake(line: promise.place?.line ?? 1, text: $0) }
      }
      return mistakes.isEmpty ? nil : FlowReport(bad: path, FlowSyntaxError(mistakes))
    }
  }

  /// Says which names are probably misspelled, although the app may have them: a screen that no flow opens may offer a command, and
  /// a call need not be declared.
  package func doubts(about promises: [Promise]) -> [String] {
    promises.flatMap { complaints(about: $0, certain: false) }
  }

  private func complaints(about promise: Promise, certain: Bool) -> [String] {
    unknown(in: promise).compactMap { kind, name -> String? in
      guard certain == (isWhole && kind != .call) else { return nil }
      let near = NearMiss.nearest(to: name, in: names[kind, default: []].sorted()).map { "did you mean '\($0)'?" }
      guard let advice = near ?? (certain ? "name a \(kind) of the app" : nil) else { return nil }
      let hint = kind == .call || hidden.isEmpty ? "" : " (no flow opens \(hidden.joined(separator: ", ")))"
      return "\(promise.named) names \(kind.noun)'\(Printable.quote(name))', \(kind.problem); \(advice)\(hint)"
    }
  }

  private func unknown(in promise: Promise) -> [(kind: Kind, name: String)] {
    let conditions = promise.parts.compactMap { part -> (kind: Kind, name: String)? in
      switch part {
      case .offers(let name), .enabled(let name): (.command, name)
      case .reads(.field(let name), _): (.field, name)
      case .calls(_, let name): (.call, name)
      default: nil
      }
    }
    let scope = promise.scope.map { (Kind.command, $0.command) }
    return (conditions + [scope].compactMap(\.self)).filter { names[$0]?.contains($1) != true }
  }
}
