import Signals
import Testing
import VIPER

@testable import REPL

/// `:promises`, `:unlike` and `:delay` in a flow.
@MainActor @Suite struct StandingPromisesTests {
  private func run(_ text: String, _ mistake: FindApp.Mistake? = nil) async throws -> FlowResult {
    try await FlowRunner(FindApp.console(mistake)).execute(text)
  }

  private nonisolated static let start = "> :open find\n  Find\n  word: -\n"

  private nonisolated static let delayed = start + "> word a\n  word: a\n> :delay find.get 1s\n"

  private nonisolated static let flows: [String: Bool] = [
    "> :promises\n> :open find\nfind> word a\n  word: a\n": true,
    "> :promises\n> :open find\nfind> word a\n  word: b\n": false, "> :promises\n> :open fnd\n": false,
    "> :promises\n> :open find\n> wrd a\n": false, "> :promises\n> :open find\n> :event foo 1\n": false,
    "> :promises\n> wrd a\n  ! there is no command 'wrd' while nothing is open; help lists the commands\n": true,
    "> :promises\n> :open find\n> find\n": true, "> :promises\n> :open find\nhome> word a\n": false,
    "> :open find\n": false, "\(start)> :unlike\n> word a\n  word: b\n": true,
    "\(delayed)> find\n  …\n> word b\n  word: b\n  …\n> :advance 1s\n  +1s\n  found a\n": true,
    "\(delayed)> :fail find.get with \"no\"\n> find\n  …\n> :advance 1s\n  +1s\n  ! no\n  word: a\n": true,
  ]

  @Test(
    "after :promises only recorded output and mistakes are compared; :unlike refuses it; :delay delays an answer, but not the work",
    arguments: flows)
  func compared(_ text: String, _ isClean: Bool) async throws {
    let run = try await run(text)
    #expect(run.isClean == isClean, "\(run.outputs) \(run.complaints)")
  }

  private nonisolated static let complaints: [(FindApp.Mistake?, String, [String])] = [
    (
      .endlessWork, "> :promises\n> :open find\n> word a\n> :fail find.get with \"no\"\n> find\n",
      ["!! the screen stays busy, but nothing is under way"]
    ),
    (
      .noReason, start + "> :promises\n",
      ["!! 'find' is disabled without a reason; give its command one"]
    ),
    // A screen may be busy while it waits for a call.
    (nil, "> :promises\n> :open find\n> word a\n> :delay find.get forever\n> find\n  …\n> :advance 1h\n  …\n", []),
    (
      nil, start + "> :unlike\n> word a\n  word: a\n> :delay find.gte 1s\n",
      [
        "!! ':unlike' stands above this command, but it prints what is recorded",
        "!! the delay of 'find.gte', set at line 7, was never used; remove it",
      ]
    ),
    (nil, start + "> :unlike\n", ["!! no command follows the ':unlike' at line 4; remove it"]),
    (nil, start + "> word a\n# Two\n> :unlike\n# Three\n> :screen\n  Find\n  word: -\n", []),
  ]

  @Test(
    "each line complains about the promise that it breaks; each delay and :unlike has to be used", arguments: complaints
  )
  func broken(_ mistake: FindApp.Mistake?, _ text: String, _ complaints: [String]) async throws {
    #expect(try await run(text, mistake).complaints == complaints)
  }

  /// A list whose rows are removed, the last one at "wrong"; and a field, whose text "tell" shows, "mirror" from then on, and "later" at
  /// the answer, as "ask" and "other" show answers.
  private static let rows = ConsoleApp("rows") { session, router in
    let calls = session.calls.hermetic, rows = MutableProperty(["b", "a", " \u{200B}"]), secret = MutableProperty(""),
      told = MutableProperty(""), warn = Command<Void, String, Never>.sync { "\u{200B}" },
      cite = Command<Void, String, Never>.sync { "<html></html>" }
    func command(_ body: @escaping @Sendable (String) -> Void) -> Command<String, Void, Never> {
      Command { row in .result { .success(body(row)) } }
    }
    func call(_ name: String, _ text: @escaping @Sendable () -> String?) -> Command<Void, String, CallFailure> {
      Command {
        let text = text()
        return calls.call(name, Signal<String, CallFailure>.just(""), failure: CallFailure.init)
          .doValue { told.value = text ?? $0 }
      }
    }
    return ConsoleView(
      .list(
        "rows", rows, line: { $0 }, .row("remove", command { row in rows.modify { $0.removeAll { $0 == row } } }),
        .row("wrong", command { _ in rows.modify { $0.removeLast() } }),
        .row("clear", command { _ in rows.value = [] }),
        .row("double", command { row in rows.modify { $0.append(row) } }),
        .row("blur", command { row in rows.modify { $0.append("\(row)\u{2060}") } }),
        .row("vary", command { _ in rows.value = ["👩‍👩‍👧", "👩👩👧", "葛", "葛\u{E0100}", "田 中", "田　中"] })),
      .field("secret", secret, secret: true), .field("open", MutableProperty("")), .label("told", told),
      .button("warn", warn), .alert("", warn.values), .button("cite", cite), .alert("", cite.values),
      .button("tell", Command.sync { told.value = secret.value }),
      .button("mirror", Command.sync { _ = secret.signal.observeValues { told.value = $0 } }),
      .button("ask", call("ask") { nil }), .button("other", call("other") { nil }),
      .button("later", call("later") { secret.value }))
  }

  private nonisolated static let rowRows: [(String, String)] = [
    ("> :promises", "a row shows nothing"), ("> remove 3\n> :promises\n> remove 1", ""),
    ("> remove 3\n> :promises\n> double 1", ""), ("> remove 3\n> :promises\n> vary 1", ""),
    ("> remove 3\n> :promises\n> blur 1", "two rows look the same, but for invisible characters"),
    ("> remove 3\n> :promises\n> warn", "an alert shows nothing"),
    ("> remove 3\n> :promises\n> cite", "an alert shows the text of a page"),
    ("> remove 3\n> :promises\n> wrong 2", ""), ("> remove 3\n> :promises\n> clear 1", ""),
    ("> remove 3\n> :promises\n> wrong b", "'wrong' removes another row: 'a' instead of 'b'"),
    ("> remove 3\n> :promises\n> wrong 1", "'wrong' removes another row: 'a' instead of 'b'"),
  ]

  @Test(
    "each row shows something and looks unlike the others, and a command that removes one row removes its own",
    arguments: rowRows)
  func rows(_ lines: String, _ complaint: String) async throws {
    let run = try await FlowRunner(Self.rows).execute("> :open home\n\(lines)\n")
    #expect(run.complaints == (complaint.isEmpty ? [] : ["!! \(complaint)"]), "\(run.outputs)")
  }

  private nonisolated static let secretRows: [(String, Bool)] = [
    ("> secret abcdef\n> tell", true), ("> secret abcde\n> tell", false),
    ("> open abcdef\n> secret abcdef\n> tell", false),
    ("> secret abcdef\n> secret uvwxyz\n> secret abcdef\n> open abcdef\n> tell", false),
    // A call that began before the secret was typed does not know it.
    ("> secret abcdef\n> :stub ask -> \"abcdef\" after 2s\n> ask\n> :advance 2s", true),
    ("> :stub ask -> \"abcdef\" after 2s\n> ask\n> secret abcdef\n> :advance 2s", false),
    ("> secret abcdef\n> :stub ask -> \"abcdef\" after 2s\n> ask\n> secret abcdef\n> :advance 2s", true),
    ("> :stub ask -> \"a\" after 9s\n> ask\n> secret abcdef\n> :cancel\n> tell", true),
    ("> secret abcdef\n> secret a\n> :stub ask -> \"abcdef\" after 2s\n> ask\n> secret abcdef\n> :advance 2s", false),
    // It is another text by now, but the call knows the first one.
    ("> :stub ask -> \"abcdef\" after 2s\n> secret abcdef\n> ask\n> secret uvwxyz\n> :advance 2s", true),
    // A call that began with the secret answers, too.
    (
      "> :stub later -> \"\" after 3s\n> :stub other -> \"\" after 2s\n> secret abcdef\n> later\n> secret a\n> other\n> secret abcdef\n> :advance 3s",
      true
    ),
    // The field was empty when the call began.
    ("> :stub ask -> \"abcdef\" after 2s\n> secret abcdef\n> secret\n> ask\n> secret abcdef\n> :advance 2s", false),
    ("> :stub ask -> \"abcdef\" after 2s\n> secret abcdef\n> secret\n> ask\n> :advance 2s", false),
    // A link or a stub does not make a secret public, as a command does.
    ("> :open nowhere?of=abcdef\n> secret abcdef\n> tell", true),
    ("> mirror\n> secret abcdef", true),
    // A mistyped name does not make a secret public.
    ("> secret abcdef\n> secrte abcdef\n> tell", true), ("> secret abcdef\n> help\n> tell", true),
  ]

  @Test("a text that was typed into a secret field, and nowhere else, is not printed", arguments: secretRows)
  func secret(_ lines: String, _ isShown: Bool) async throws {
    let run = try await FlowRunner(Self.rows).execute("> :open home\n> remove 3\n> :promises\n\(lines)\n")
    let complaint = "!! a text that was typed into a secret field is shown"
    #expect(run.complaints == (isShown ? [complaint] : []), "\(run.outputs)")
  }

  @Test("a failure below :unlike shows no line numbers that are not in the file") func numbers() async throws {
    let run = try await run(
      "> :open find\n> :unlike\n> word a\n  x\n  y\n> :unlike\n> word b\n  word: b\n> word c\n  word: d\n")
    #expect(
      FlowReport("a.flow", run, app: "find").lines.dropFirst(5).map(\.text) == [
        "      2   find> :unlike", "      3   find> word a", "            word: a", "      6   find> :unlike",
        "      7   find> word b", "      8     word: b",
        "        +   !! ':unlike' stands above this command, but it prints what is", "               recorded",
        "      9   find> word c", "     10 -   word: d", "        +   word: c",
        "  complaints (!!) are never accepted; correct their causes first",
      ])
  }
}
