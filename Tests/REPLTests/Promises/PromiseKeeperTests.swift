import Testing

@testable import REPL

@MainActor @Suite struct PromiseKeeperTests {
  private func keeper(_ lines: String...) throws -> PromiseKeeper {
    PromiseKeeper(try lines.map { try PromiseParser.parse($0) })
  }

  private func screen(_ path: String = "todo", _ shown: String..., isBusy: Bool = false) -> ScreenState {
    ScreenState(path: path, shown: shown, isBusy: isBusy)
  }

  @Test("a broken promise is reported once, and again after it was kept") func once() throws {
    let keeper = try keeper(":never shows \"nil\"", ":always at todo unless at home")
    #expect(keeper.look(at: screen(), now: .zero).isEmpty)
    #expect(
      keeper.look(at: screen("todo", "name: nil"), now: .zero).map(\.description) == [
        "the promise :never shows \"nil\" is broken: todo shows 'name: nil'"
      ])
    let looks = [screen("todo", "nil", "nil"), screen("home"), screen("lab", "nil")]
    #expect(looks.enumerated().map { keeper.look(at: $1, now: .seconds($0 + 1)).count } == [0, 0, 2])
    #expect(keeper.broken.map(\.promise.rule) == [.never, .never, .always])
  }

  @Test("a promise has the file and line where it is written") func place() throws {
    var promise = try PromiseParser.parse(":always at home")
    promise.place = "Flows/always.flow:3"
    let broken = PromiseKeeper([promise]).look(at: screen(), now: .zero)
    #expect(
      broken.map(\.description) == [
        "the promise :always at home (Flows/always.flow:3) is broken: the screen is todo"
      ])
  }

  @Test(
    ":within: kept until its time has passed, the last moment included",
    arguments: [
      // The times of the checks, with the busy state, and whether the promise is broken.
      [(0, true, false), (4, true, false), (5, false, false), (9, true, false), (13, false, false)],
      [
        (0, false, false), (1, true, false), (6, true, true), (7, true, false), (8, false, false), (9, true, false),
        (14, true, true),
      ],
      [(0, true, false), (6, false, true), (7, true, false), (12, false, false)],
      [(0, true, false), (6, true, true), (6, false, false)],
    ])
  func within(_ looks: [(second: Int, isBusy: Bool, isBroken: Bool)]) throws {
    let keeper = try keeper(":within 5s not busy")
    for (second, isBusy, isBroken) in looks {
      let broken = keeper.look(at: screen(isBusy: isBusy), now: .seconds(second))
      #expect(broken.map(\.reason) == (isBroken ? ["todo is busy (for 5s)"] : []), "at \(second)")
    }
  }

  @Test("an unkept promise has a deadline; broken and kept promises have none") func deadline() throws {
    let keeper = try keeper(":within 5s not busy", ":within 2s not shows \"x\"", ":always at todo")
    #expect(keeper.deadline == nil)
    keeper.look(at: screen("todo", "x", isBusy: true), now: .seconds(1))
    #expect(keeper.deadline == .seconds(6) && !keeper.isDue(at: .seconds(2)) && keeper.isDue(at: .seconds(3)))
    #expect(keeper.look(at: screen("todo", "x"), now: .seconds(3)).count == 1 && keeper.deadline == nil)
  }

  @Test("while no screen is open, every promise is kept") func nothingOpen() throws {
    let keeper = try keeper(":within 5s not busy", ":always at home")
    #expect(keeper.look(at: nil, now: .zero).isEmpty)
    #expect(keeper.look(at: screen(isBusy: true), now: .zero).count == 1)
    #expect(keeper.look(at: nil, now: .seconds(9)).isEmpty && keeper.deadline == nil)
    #expect(keeper.look(at: screen(isBusy: true), now: .seconds(9)).map(\.promise.rule) == [.always])
  }

  @Test("a limit of 0s is over at once") func atOnce() throws {
    #expect(try keeper(":within 0s not busy").look(at: screen(isBusy: true), now: .zero).count == 1)
  }
}
