import Foundation
import Services
import Signals
import Todo
import VIPER

@testable import REPL

/// Uses the whole to-do list, from any state; returns its output.
@MainActor struct TodoProof {
  /// The store of the list, used here from outside the app.
  let store: any Store<TodoItem>

  func callAsFunction(_ runner: LineRunner) async -> [String] {
    var seen: [String] = []
    func type(_ line: String) async {
      let output = await runner.run(line).output
      // The screen may repeat an earlier message.
      if line != ":screen" { seen += output.filter { ["!", "[!]"].contains(where: $0.drop { $0 == " " }.hasPrefix) } }
      seen.append("\(line.prefix { $0 != " " }): \(row("After all", runner) != nil)")
    }
    await type(":open todo")
    // A change by another writer must appear without a command.
    let elsewhere = TodoItem(id: UUID(), name: "Elsewhere", due: runner.session.environment.now())
    store.save(elsewhere).start()
    await type(":screen")
    seen.append("elsewhere: \(row("Elsewhere", runner) != nil)")
    for line in ["add", "name After all", "save"] { await type(line) }
    for command in ["complete", "delete"] {
      await type("\(command) \(row("After all", runner) ?? 0)")
      await type("undo")
    }
    return seen
  }

  /// The row number of the item; nil if it is not listed.
  private func row(_ name: String, _ runner: LineRunner) -> Int? {
    runner.session.console.screen.lazy.compactMap { line in
      let parts = line.split(separator: ".", maxSplits: 1)
      guard parts.count == 2, parts[1].hasPrefix(" \(name)") else { return nil }
      return Int(parts[0].drop { $0 == " " })
    }.first
  }
}
