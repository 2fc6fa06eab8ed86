import Testing

@testable import REPL

@MainActor @Suite struct ConditionTests {
  private nonisolated static let holdsRows: [(String, Bool, String)] = [
    ("shows \"name: nil\"", true, "todo/add shows 'name: nil'"),
    ("shows \"isk f\"", true, "todo/add shows '! disk full'"),
    ("shows \"Nil\"", false, "todo/add does not show \"Nil\""),
    ("shows exactly \"name: nil\"", true, "todo/add has the line 'name: nil'"),
    ("shows exactly \"name: ni\"", false, "todo/add does not have the line 'name: ni'"),
    ("enabled name", true, "'name' is enabled at todo/add"), ("enabled save", false, "'save' is disabled at todo/add"),
    ("enabled sav", false, "todo/add offers name, save"), ("not enabled save", true, "'save' is disabled at todo/add"),
    ("offers save", true, "todo/add offers save"), ("offers sav", false, "todo/add offers name, save"),
    ("busy", true, "todo/add is busy"), ("waiting", true, "todo/add waits for work"),
    ("not busy", false, "todo/add is busy"),
    ("at add", true, "the screen is todo/add"), ("at todo/add", true, "the screen is todo/add"),
    ("at todo", false, "the screen is todo/add"), ("at dd", false, "the screen is todo/add"),
    ("open todo", true, "todo is open at todo/add"), ("open lab", false, "lab is not open at todo/add"),
    ("busy and at add", true, "todo/add is busy, and the screen is todo/add"),
    ("busy and at lab", false, "the screen is todo/add"), ("at lab and busy", false, "the screen is todo/add"),
    ("busy or at lab", true, "todo/add is busy"), ("at lab or busy", true, "todo/add is busy"),
    ("not busy or open lab", false, "todo/add is busy, and lab is not open at todo/add"),
    ("at lab or at home", false, "the screen is todo/add"),
    ("row 2 is \"Milk\"", true, "row 2 is 'Milk'"), ("row 1 is \"Milk\"", false, "row 1 is 'Tea'"),
    ("row 3 is \"Milk\"", false, "todo/add has no row 3"), ("field name is \"nil\"", true, "field name is 'nil'"),
    ("field due is \"nil\"", false, "todo/add has no field due"),
    ("row 2 is $old", false, "row 2 is 'Milk', and $old is 'Tea'"), ("row 1 is $old", true, "row 1 is 'Tea'"),
    ("2 calls of pay", true, "2 calls of pay under way"), ("3 calls of pay", false, "2 calls of pay under way"),
  ]

  @Test(
    "a condition is about lines, commands, work, screens, texts or calls, and gives its reason in terms of the screen",
    arguments: holdsRows)
  func holds(_ text: String, _ holds: Bool, _ reason: String) throws {
    let screen = ScreenState(
      path: "todo/add", shown: ["Add", "name: nil", "! disk full"], offered: ["name", "save"],
      enabled: ["name"], isBusy: true, isWaiting: true,
      open: ["add", "todo"], rows: ["Tea", "Milk"], fields: ["name: nil"], underWay: ["pay", "log", "pay"],
      taken: ["old": "Tea"])
    let condition = try PromiseParser.parse(":always \(text)").condition
    #expect(condition.holds(in: screen) == holds)
    #expect(condition.reason(in: screen) == reason)
  }
}
