import Testing

@testable import REPL

@MainActor @Suite struct ConditionTests {
  private let screen = ScreenState(
    path: "todo/add", shown: ["Add", "name: nil", "! disk full"], offered: ["name", "save"], isBusy: true,
    open: ["add", "todo"])

  private func condition(_ text: String) throws -> Condition {
    try PromiseParser.parse(":always \(text)").condition
  }

  @Test(
    "a condition is about lines, commands, work or screens, and gives its reason in terms of the screen",
    arguments: [
      ("shows \"name: nil\"", true, "todo/add shows 'name: nil'"),
      ("shows \"isk f\"", true, "todo/add shows '! disk full'"),
      ("shows \"Nil\"", false, "todo/add does not show \"Nil\""),
      ("offers save", true, "todo/add offers save"), ("offers sav", false, "todo/add offers name, save"),
      ("busy", true, "todo/add is busy"), ("not busy", false, "todo/add is busy"),
      ("at add", true, "the screen is todo/add"), ("at todo/add", true, "the screen is todo/add"),
      ("at todo", false, "the screen is todo/add"), ("at dd", false, "the screen is todo/add"),
      ("open todo", true, "todo is open at todo/add"), ("open lab", false, "lab is not open at todo/add"),
      ("busy and at add", true, "todo/add is busy, and the screen is todo/add"),
      ("busy and at lab", false, "the screen is todo/add"), ("at lab and busy", false, "the screen is todo/add"),
      ("busy or at lab", true, "todo/add is busy"), ("at lab or busy", true, "todo/add is busy"),
      ("not busy or open lab", false, "todo/add is busy, and lab is not open at todo/add"),
      ("at lab or at home", false, "the screen is todo/add"), ("not (busy and at add)", false, "todo/add is busy, "),
      ("not not busy", true, "todo/add is busy"),
    ])
  func holds(_ text: String, _ holds: Bool, _ reason: String) throws {
    let condition = try condition(text)
    #expect(condition.holds(in: screen) == holds && condition.reason(in: screen).hasPrefix(reason))
  }

  @Test("conditions hold or fail for a screen without commands, work or text") func bare() throws {
    let screen = ScreenState(path: "home")
    #expect(
      try ["busy", "offers back"].map { try condition($0).reason(in: screen) } == [
        "home is not busy", "home offers nothing",
      ])
    #expect(try condition("open home").holds(in: screen) == false)
  }

  @Test(
    "'and' binds closer than 'or', and 'not' closer than both; parentheses go before them",
    arguments: [
      ("busy or at a and not at b", Condition.or(.busy, .and(.at("a"), .not(.at("b"))))),
      ("(busy or at a) and at b", .and(.or(.busy, .at("a")), .at("b"))),
      ("not (busy or at a)", .not(.or(.busy, .at("a")))),
      ("busy and at a and at b", .and(.and(.busy, .at("a")), .at("b"))),
    ])
  func order(_ text: String, _ condition: Condition) throws { #expect(try self.condition(text) == condition) }

  @Test("a condition names its screens and its commands") func names() throws {
    let condition = try condition("offers save and (at todo/add or not open lab) or offers open and busy")
    #expect([condition.screens, condition.commands] == [["todo/add", "lab"], ["save", "open"]])
  }

  @Test("only the parts of the screen that a condition reads are computed") func lazy() throws {
    var looked: [String] = []
    func look<Part>(_ name: String, _ part: Part) -> Part {
      looked.append(name)
      return part
    }
    let screen = ScreenState(
      path: "home", shown: look("shown", []), offered: look("offered", []), isBusy: look("busy", false),
      open: look("open", []))
    for (text, parts) in [("at lab", []), ("busy and shows \"x\"", ["busy"]), ("open lab", ["open"])] {
      looked = []
      let holds = try condition(text).holds(in: screen)
      #expect(!holds && looked == parts)
    }
  }
}
