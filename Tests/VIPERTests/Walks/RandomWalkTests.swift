import Effort
import Signals
import Testing
import VIPER
import VIPERTesting

/// Any verb from any module in any order, on a stage in any mood, also from inside the modules' notifications.
@MainActor @Suite struct RandomWalkTests {
  @Test(arguments: 0..<UInt64(Effort.runs(short: 3, full: 10, all: 50)))
  func aThousandStepsLeaveNothingWrongAndNothingBehind(
    seed: UInt64
  ) throws {
    let app = try WalkingApp(seed: seed)
    for _ in 0..<1_000 {
      app.step()
      check(app)
      guard app.problems.isEmpty else { break }
    }
    app.end()
    if app.problems.isEmpty { checkEnd(app) }
    weak let navigator = app.navigator
    app.drop()
    if navigator != nil { app.note("the navigator is still there") }
    #expect(app.problems == [], "seed \(seed), after \(app.asked.suffix(30).joined(separator: "\n"))")
  }

  private func check(_ app: WalkingApp) {
    guard let tree = app.navigator?.tree.value else { return }
    let nodes = tree.everyNode
    if Set(nodes.map(\.id)).count != nodes.count { app.note("an id is there twice:\n\(tree)") }
    if let top = tree.path.last, !tree.focus.contains(top.id) { app.note("the top has no focus:\n\(tree)") }
    for node in nodes where app.lives[node.name]?.isOpen != true {
      app.note("\(node.name) is in the tree, and is \(app.lives[node.name]?.moment.rawValue ?? "not built")")
    }
    guard app.stage.isIdle else { return }
    if let shown = app.stage.shown, shown != tree { app.note("on screen:\n\(shown)\nopen:\n\(tree)") }
    let open = Set(app.lives.values.filter(\.isOpen).map(\.name))
    if open != Set(nodes.map(\.name)) { app.note("open: \(open.sorted())\n\(tree)") }
    let focus = Set(app.lives.values.filter(\.hasFocus).map(\.name))
    let expected = Set(nodes.filter { tree.focus.contains($0.id) }.map(\.name))
    if focus != expected { app.note("in focus: \(focus.sorted())\n\(tree)") }
  }

  private func checkEnd(_ app: WalkingApp) {
    let (modules, kinds) = (app.lives.count, app.stage.kinds.count)
    if modules < 100 || kinds < 6 { app.note("little was done: \(modules) modules, \(kinds) kinds of steps") }
    if let root = app.navigator?.tree.value.root { app.note("\(root.name) is open after all was closed") }
    for life in app.lives.values where life.moment != .ended { app.note("\(life.name) has not ended: \(life.moment)") }
    for opening in app.openings where !opening.isDisposed && !opening.hasEnded {
      app.note("no end of: \(opening.what)")
    }
    for leak in app.navigator?.leaks() ?? [] { app.note("\(leak)") }
    if app.time.pending > 0 { app.note("\(app.time.pending) are pending") }
  }
}
