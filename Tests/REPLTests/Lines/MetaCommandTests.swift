import Testing

@testable import REPL

@Suite struct MetaCommandTests {
  private static let stub = ":stub NAME -> JSON|@FILE [after DUR] [once] [next]"
  private static let fail = ":fail NAME with \"TEXT\" [after DUR] [next]"

  private static let understoodRows: [(String, MetaCommand)] = [
    (":open todo", MetaCommand.open("todo")), (":open  /a/b;value=c ", .open("/a/b;value=c")),
    (":advance 300ms", .advance(.milliseconds(300))), (":run", .run), (":wait", .wait(nil)),
    (":wait 400ms", .wait(.milliseconds(400))), (":now 2014-05-21", .now("2014-05-21")),
    (":screen", .screen), (":tree", .tree), (":help", .help(nil)), (":help stub", .help("stub")),
    (":help :stub", .help("stub")), (":quit", .quit), (":quit ", .quit),
    (":locale zh_CN", .locale("zh_CN")), (":zone Asia/Tokyo", .zone("Asia/Tokyo")), (":calls", .calls),
    (":graph", .graph), (":back", .back(1)),
    (":back 12", .back(12)), (":save a b.flow", .save("a b.flow")), (":trace", .trace(nil)),
    (":trace query", .trace("query")), (":event say {\"to\": \"all\"}", .event("say", json: "{\"to\": \"all\"}")),
    (":stub a.b -> [1, 2]", .stub("a.b", answer: .json("[1, 2]"), after: .zero)),
    (":stub a -> 1", .stub("a", answer: .json("1"), after: .zero)),
    (":stub a -> 1 once", .stub("a", answer: .json("1"), after: .zero, isOnce: true)),
    (":stub a -> 1 next", .stub("a", answer: .json("1"), after: .zero, isHeld: true)),
    (":stub a -> 1 once next", .stub("a", answer: .json("1"), after: .zero, isOnce: true, isHeld: true)),
    (":fail a with \"x\" next", .fail("a", with: "x", after: .zero, isHeld: true)),
    (":stub a -> @b after 1s once", .stub("a", answer: .file("b"), after: .seconds(1), isOnce: true)),
    (":stub a -> \"just once\"", .stub("a", answer: .json("\"just once\""), after: .zero)),
    (":stub a->null after 2s", .stub("a", answer: .json("null"), after: .seconds(2))),
    (":stub a -> @items.json", .stub("a", answer: .file("items.json"), after: .zero)),
    (":stub a -> @items.json after 1m", .stub("a", answer: .file("items.json"), after: .seconds(60))),
    (":stub a -> \"see you after 5m\"", .stub("a", answer: .json("\"see you after 5m\""), after: .zero)),
    (":fail a with \"disk full\"", .fail("a", with: "disk full", after: .zero)),
    (":fail a with \"\"", .fail("a", with: "", after: .zero)),
    (":never busy", .promise(Promise(rule: .never, condition: .busy, text: ":never busy"))),
    (":fail a with \"busy\" after 2s", .fail("a", with: "busy", after: .seconds(2))),
    (":fail a with \"come back after lunch\"", .fail("a", with: "come back after lunch", after: .zero)),
    (":fail a with \"say \"no\" to it\"", .fail("a", with: "say \"no\" to it", after: .zero)),
    (":delay store.save forever", .delay("store.save", by: nil)),
    (":delay store.save 2s", .delay("store.save", by: .seconds(2))),
  ]

  @Test("every command is parsed", arguments: understoodRows)
  func understood(_ line: String, _ command: MetaCommand) throws {
    #expect(try MetaCommand.parse(line) == command)
  }

  private static let mistakes: [(String, String)] = [
    (":wait long", "'long' is not a duration such as 300ms, 2s, 5m, 1h or 3d; write :wait [DUR]"),
    (":back 0", "'0' is not a number of commands; write :back [N]"),
    (":back all", "'all' is not a number of commands; write :back [N]"),
    (":save", "the name of the file is missing; write :save FILE"),
    (":event say", "the event's JSON is missing; write :event NAME JSON"),
    (":event", "the event's name and JSON are missing; write :event NAME JSON"),
    (":event say {", "'{' is not JSON; write :event NAME JSON"),
    (":open", "the route or URL is missing; write :open ROUTE-OR-URL"),
    (":now ", "the date is missing; write :now DATE"),
    (":zone", "the name of the time zone is missing; write :zone NAME"),
    (":locale", "the name of the locale is missing; write :locale NAME"),
    (":advance", "the duration is missing; write :advance DUR"),
    (":advance soon", "'soon' is not a duration such as 300ms, 2s, 5m, 1h or 3d; write :advance DUR"),
    (":advance 9999999999d", "'9999999999d' is too long; 365000d is the longest there is; write :advance DUR"),
    (":stub a", "'->' is missing; write \(stub)"), (":stub -> 1", "the call's name is missing; write \(stub)"),
    (":stub a ->", "the answer is missing; write \(stub)"), (":stub a -> {1}", "'{1}' is not JSON; write \(stub)"),
    (":stub a -> 1 after soon", "'soon' is not a duration such as 300ms, 2s, 5m, 1h or 3d; write \(stub)"),
    (":delay", "the call's name is missing; write :delay NAME DUR|forever"),
    (":delay store.save", "the duration is missing; write :delay NAME DUR|forever"),
    (":delay forever", "the call's name is missing; write :delay NAME DUR|forever"),
    (":delay 2s", "the call's name is missing; write :delay NAME DUR|forever"),
    (":delay a soon", "'soon' is not a duration such as 300ms, 2s, 5m, 1h or 3d; write :delay NAME DUR|forever"),
    (":fail a", "'with' is missing; write \(fail)"), (":fail a with", "the text is missing; write \(fail)"),
    (":fail with \"no\"", "the call's name is missing; write \(fail)"),
    (":fail a with disk full", "the text has to be in quotes; write \(fail)"),
    (":fail a with \"", "the text has to be in quotes; write \(fail)"),
    (":fail a with \"x\" after noon", "'noon' is not a duration such as 300ms, 2s, 5m, 1h or 3d; write \(fail)"),
    (":opne todo", "there is no ':opne'; did you mean ':open'?"),
    (":Screen", "there is no ':Screen'; did you mean ':screen'?"),
    (":help stbu", "there is no ':stbu'; did you mean ':stub'?"),
    (":xyzzy", "there is no ':xyzzy'; :help lists them"), (":", "there is no ':'; :help lists them"),
    (":\u{1B}[2J", "there is no ':\\u{1B}[2J'; :help lists them"),
  ]

  private static let leftOver: [(String, String)] = [
    "run", "cancel", "screen", "tree", "graph", "calls", "quit", "promises", "unlike", "restart",
  ].map { (":\($0) now", ":\($0) takes no argument; remove 'now'") }

  @Test(
    "an invalid command gives the reason and the usage, and an unknown one the nearest", arguments: mistakes + leftOver)
  func refused(_ line: String, _ message: String) {
    #expect(throws: LineError(message)) { try MetaCommand.parse(line) }
  }

  @Test("every command has a usage that begins with its name, and a description") func usages() {
    let described = MetaCommand.usages.filter { $1.hasPrefix(":\($0)") && MetaCommand.meanings[$0] != nil }
    #expect(described == MetaCommand.usages)
  }
}
