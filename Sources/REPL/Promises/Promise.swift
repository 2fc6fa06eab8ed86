/// A condition that an app keeps, as a flow states it: `:never shows "nil"`.
struct Promise: Equatable, Sendable {
  enum Rule: Equatable, Sendable {
    case always
    case never
    /// Each time the condition does not hold, it holds again after so long at the latest.
    case within(Duration)
  }
  let rule: Rule
  let condition: Condition
  /// Where this holds, the promise asks for nothing.
  var exception: Condition?
  /// The line that states it.
  let text: String
  /// Where that stands: `Flows/always.flow:3`, `line 3`; empty at a terminal.
  var place = ""

  /// How long it may be unkept before it is broken.
  var limit: Duration { if case .within(let duration) = rule { duration } else { .zero } }

  @MainActor func isKept(in picture: Picture) -> Bool {
    condition.holds(in: picture) != (rule == .never) || exception?.holds(in: picture) == true
  }

  /// The screens that it names, each a path.
  var screens: [String] { condition.screens + (exception?.screens ?? []) }

  /// The commands that it names.
  var commands: [String] { condition.commands + (exception?.commands ?? []) }
}
