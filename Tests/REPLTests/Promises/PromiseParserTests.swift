import Testing

@testable import REPL

@Suite struct PromiseParserTests {
  private static let promises: [Promise] = [
    Promise(rule: .always, condition: .busy, text: ":always busy"),
    Promise(
      rule: .never, condition: .shows("nil"), exception: .at("lab"), text: ":never shows \"nil\"  unless at\tlab"),
    Promise(
      rule: .within(.seconds(5)), condition: .not(.busy), exception: .or(.at("home"), .busy),
      text: ":within 5s not busy unless at home or busy"),
    Promise(rule: .never, condition: .busy, scope: .after("stop"), text: ":never busy after stop"),
    Promise(
      rule: .always, condition: .busy, scope: .since("go"), exception: .at("lab"),
      text: ":always busy since go unless at lab"),
  ]

  @Test("the kinds of promises are read, with a scope and an exception or without", arguments: promises)
  func rules(_ promise: Promise) throws { #expect(try PromiseParser.parse(promise.text) == promise) }

  private static let conditions: [(String, Condition)] = [
    // 'and' binds closer than 'or', and 'not' closer than both.
    ("busy or at a and not at b", .or(.busy, .and(.at("a"), .not(.at("b"))))),
    ("busy and at a and at b", .and(.and(.busy, .at("a")), .at("b"))),
    // In quotes a backslash escapes a quote or a backslash; elsewhere it is a character.
    (#"shows "say \"no\"""#, .shows(#"say "no""#)), (#"shows "a\\b""#, .shows(#"a\b"#)),
    (#"shows "\- gone""#, .shows(#"\- gone"#)), (#"shows "(not busy)""#, .shows("(not busy)")),
    (#"shows " 开 ""#, .shows(" 开 ")), (#"not shows"say \"no\""and busy"#, .and(.not(.shows(#"say "no""#)), .busy)),
    (#"shows exactly "a" and enabled exactly"#, .and(.showsExactly("a"), .enabled("exactly"))),
    // Commands and screens may have the names of conditions.
    ("offers open and open busy", .and(.offers("open"), .open("busy"))),
    ("row 2 is \"a\" and field row is $x", .and(.reads(.row(2), .literal("a")), .reads(.field("row"), .taken("x")))),
    ("2 calls of store.save", .calls(2, of: "store.save")), ("1 call of pay", .calls(1, of: "pay")),
    ("offers :x and at a-b/c%20d", .and(.offers(":x"), .at("a-b/c%20d"))),
  ]

  @Test(
    "a condition is read by the precedence of its words, with texts in quotes, and names of any kind",
    arguments: conditions)
  func precedence(_ text: String, _ condition: Condition) throws {
    #expect(try PromiseParser.parse(":always \(text)").condition == condition)
  }

  private static let parentheses =
    "a promise has no parentheses; 'not' binds closest, then 'and', then 'or'"

  private static let wrongRows: [(String, String, Int)] = [
    (":always", "a condition is missing", 7), (":always not", "a condition is missing", 11),
    (":always busy and", "a condition is missing", 16),
    (":always not not busy", "'not not' has no effect; remove both", 8),
    (":always and busy", "a condition is missing before 'and'", 8),
    (":never unless busy", "a condition is missing before 'unless'", 7),
    (":never show \"nil\"", "there is no condition 'show'; did you mean 'shows'?", 7),
    (
      ":never crash",
      "there is no condition 'crash'; write shows [exactly] \"TEXT\", offers COMMAND, enabled COMMAND, busy, waiting, at SCREEN, open SCREEN, row 1 is \"TEXT\", field NAME is \"TEXT\" or 2 calls of NAME",
      7
    ),
    (":never \"nil\"", "a text is not a condition; write shows \"nil\"", 7),
    (":never shows", "shows needs a text in quotes, such as shows \"nil\"", 12),
    (":never shows nil", "shows needs a text in quotes, such as shows \"nil\"", 13),
    (":never shows nil busy", "shows needs a text in quotes, such as shows \"nil\"", 13),
    (":never shows \"\"", "every screen shows an empty text; write a text", 13),
    (":never shows \"nil", "the quote that ends this text is missing", 13),
    (":never shows \u{201C}nil\u{201D}", "this is another kind of quote; write \"…\"", 13),
    (":never shows 'nil'", "this is another kind of quote; write \"…\"", 13),
    (":always offers", "offers needs the name of a command, such as offers save", 14),
    (":always offers unless busy", "offers needs the name of a command, such as offers save", 15),
    (":always offers \"save\"", "offers needs the name of a command, such as offers save", 15),
    (":never shows exactly", "shows needs a text in quotes, such as shows \"nil\"", 20),
    (":always enabled", "enabled needs the name of a command, such as enabled save", 15),
    (":always at", "at needs a screen, such as at todo/add", 10),
    (":always at not busy", "at needs a screen, such as at todo/add", 11),
    (":always open", "open needs the name of a screen, such as open todo", 12),
    (":always open todo/add", "open needs the name of one screen; 'at' takes a path", 13),
    (":always (busy", parentheses, 8), (":always busy)", parentheses, 12),
    (":always busy adn at home", "'adn' does not join conditions; did you mean 'and'?", 13),
    (":always busy at home", "'at' does not join conditions; write and, or, after, since, unless", 13),
    (
      ":always busy \"x\"", "nothing joins this condition to the one before it; write and, or, after, since, unless", 13
    ),
    (":always row", "row needs a number from 1, such as row 1 is \"Milk\"", 11),
    (":always row 0 is $x", "row needs a number from 1, such as row 1 is \"Milk\"", 12),
    (":always field is", "'is' is missing; write field is is \"TEXT\" or field is is $NAME", 16),
    (":always field", "field needs the name of a field, such as field name is \"Milk\"", 13),
    (":always row 1 \"a\"", "'is' is missing; write row 1 is \"TEXT\" or row 1 is $NAME", 14),
    (":always row 1 is a", "is needs a text in quotes, or a name for the text, such as $first", 17),
    (":always row 1 is $", "is needs a text in quotes, or a name for the text, such as $first", 17),
    (":never 0 calls of pay", "a number counts calls under way; write 2 calls of NAME", 7),
    (":never 2 cals of pay", "a number counts calls under way; write 2 calls of NAME", 7),
    (":always busy after a and at b", "conditions stand before 'after' or 'since'; move this one to the front", 21),
    (":always busy since a or at b", "conditions stand before 'after' or 'since'; move this one to the front", 21),
    (":never 2 calls of", "calls of needs the name of a call, such as 2 calls of store.save", 17),
    (":never after save", "a condition is missing before 'after'", 7),
    (":never busy after", "after needs the name of a command, such as after save", 17),
    (":never busy since unless busy", "since needs the name of a command, such as since save", 18),
    (":never busy after :advance", "after needs a command of a screen; a line with a colon is none", 18),
    (
      ":always busy unless row 1 is $a",
      "the condition before 'unless' does not use $a; use it there, too", 31
    ),
    (":never busy after a since b", "a promise has one 'after' or 'since'; state another promise", 20),
    (":never busy unless at a after b", "a promise has one 'after' or 'since'; write it before 'unless'", 24),
    (":always busy unless at a unless at b", "a promise has one 'unless'; join its conditions with 'or'", 25),
    (":within", "a duration is missing, such as 5s", 7), (":within \"5s\"", "a duration is missing, such as 5s", 8),
    (":within not busy", "'not' is not a duration such as 300ms, 2s, 5m, 1h or 3d", 8),
    (":within 5s", "a condition is missing", 10),
  ]

  @Test("an error has a reason and a place", arguments: wrongRows)
  func wrong(_ line: String, _ reason: String, _ offset: Int) {
    #expect(throws: LineError(reason, at: offset)) { try PromiseParser.parse(line) }
  }
}
