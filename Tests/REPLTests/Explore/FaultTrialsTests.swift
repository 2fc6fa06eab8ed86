import Fixtures
import Foundation
import Signals
import Testing
import VIPER

@testable import REPL
@testable import REPLTools

/// Failures that come twice or together, and apps that are killed.
@MainActor @Suite struct FaultTrialsTests {
  enum Mistake: CaseIterable, Sendable {
    /// What the user adds is in memory only.
    case memoryOnly
    /// What the user adds is stored when the screen closes.
    case storedLate
    /// What is stored is shown after a start, and replaced by what the user adds then.
    case startsAnew
    /// A start in a language with other digits adds one to what is stored.
    case storedDigits
    /// A failure that is the same as the last one is not shown.
    case sameFailure
    /// A failure is not shown if the draft was changed before it.
    case hiddenFailure
    /// After two failures nothing can be added.
    case twoFailures
    /// If a check and the addition after it fail, the screen stays busy.
    case bothFail
  }
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private static let flow = "> :promises\n> :open notes\n> add\n> check\n> draft a\n> add\n"

  /// A screen that adds the letter `a` to a stored text, and checks something.
  private static func app(_ mistake: Mistake? = nil) -> ConsoleApp {
    ConsoleApp("notes", home: "notes") { session in
      let calls = session.calls.hermetic, memory = MutableProperty(""), draft = MutableProperty("")
      let stored = session.persistent("stored") { MutableProperty("") }
      let digits = NumberFormatter()
      digits.locale = session.environment.locale
      memory.value = mistake == .startsAnew ? "" : stored.value
      if mistake == .storedDigits, let one = digits.string(from: 1), one != "1" { stored.value += one }
      let shown = [.memoryOnly, .storedLate].contains(mistake) ? memory : stored
      let module = Module(Route<Void, Never>("notes")) { router, _ in
        @Sendable func save(_ change: @escaping @Sendable () -> Void) -> Signal<Void, CallFailure> {
          calls.call("notes.save", Signal<Void, CallFailure>.just(()).doValue(change), failure: CallFailure.init)
        }
        let asked = MutableProperty("")
        let failures = MutableProperty(0), isUnchecked = MutableProperty(false), isStuck = MutableProperty(false)
        let add = Command<Void, Void, CallFailure>(
          unless: failures.map { mistake == .twoFailures && $0 > 1 ? "it failed too often" : nil }
        ) {
          asked.value = draft.value
          return save {
            memory.value += "a"
            if mistake == .startsAnew { return stored.value = memory.value }
            if mistake != .memoryOnly, mistake != .storedLate { stored.value += "a" }
          }
          .doFailed { _ in
            failures.value += 1
            if mistake == .bothFail, isUnchecked.value { isStuck.value = true }
          }
        }
        let check = Command<Void, Void, CallFailure> {
          calls.call("notes.check", .just(()), failure: CallFailure.init).doFailed { _ in isUnchecked.value = true }
        }
        if mistake == .storedLate { router.alive.add(Disposable { save { stored.value = memory.value }.start() }) }
        let failed = add.failures.map(\.text).filter { _ in mistake != .hiddenFailure || asked.value == draft.value }
        return Assembly(
          view: ConsoleView(
            .title("Notes"), .label("added", shown.readOnly), .field("draft", draft), .button("add", add),
            .button("check", check),
            .busy(isStuck.readOnly), .alert("", check.failures.map(\.text)),
            .alert("", mistake == .sameFailure ? failed.removeDuplicates() : failed)))
      }
      return try Navigator(stage: session.console, environment: session.environment, modules: [module])
    }
  }

  private func explore(_ mistake: Mistake?, jobs: Int = 2) async throws -> Found {
    let settings = ExplorationSettings(kinds: [.faults], runs: 60, seed: 1)
    return try await Found(Self.app(mistake), settings, jobs: jobs, in: folder, flow: Self.flow)
  }

  @Test("an app without a mistake can be killed, and its calls can fail twice") func none() async throws {
    let found = try await explore(nil)
    #expect(found.text.hasSuffix("nothing found\n"), "\(found.text)")
  }

  private nonisolated static let rows: [(Mistake, String)] = [
    (.memoryOnly, "After the app was killed and started again, the screen is another one"),
    (.storedLate, "After the app was killed and started again, the screen is another one"),
    (.startsAnew, "After the app was killed and started again, 'add' shows another screen"),
    (.storedDigits, "After another language and back, the screen is another one"),
    (.sameFailure, "A second failure of notes.save is invisible: 'add' does not show it"),
    (.hiddenFailure, "A failure of notes.save is invisible after 'draft 1'"),
    (.twoFailures, "After 'add' has failed twice, 'add' is refused"),
    (.bothFail, "The screen stays busy, but nothing is under way"),
  ]

  @Test("a mistake is found by one kind of trial, and its flow passes once it is mended", arguments: rows)
  func mistake(_ mistake: Mistake, _ title: String) async throws {
    let found = try await explore(mistake)
    #expect(found.flows.count == 1, "\(found.text)")
    #expect(found.text.contains(title), "\(found.text)")
    #expect(found.commandCount <= 7, "\(found.flows)")
    let file = try folder.write("found.flow", found.flows.values.first ?? "")
    let today = await Self.app(mistake).run(flow: file), mended = await Self.app().run(flow: file)
    #expect(!today.passed, "\(found.flows)")
    #expect(mended.passed, "\(mended.text)")
  }

  @Test("the same is found, byte for byte, with one part at a time and with two", arguments: Mistake.allCases)
  func jobs(_ mistake: Mistake) async throws {
    let one = try await explore(mistake, jobs: 1), two = try await explore(mistake, jobs: 2)
    #expect(one.text == two.text)
    #expect(one.flows == two.flows)
  }
}
