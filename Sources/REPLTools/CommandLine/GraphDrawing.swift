import Foundation
import REPL

extension CommandLineProgram {
  /// Draws the screens; returns the exit code. Flows supply the screens that cannot be opened by name.
  func drawGraph(_ screens: FlowWorker.Screens, _ flows: [URL]) async -> Int32 {
    guard var graph = screens.graph else { return complain(ofMissing: screens) }
    let code = await learn(from: flows, &graph)
    guard write(graph.text(asked.format) + "\n", to: "-") else { return 2 }
    if code != 2 { complainOfUnknown(graph) }
    return screens.exitCode(code)
  }

  /// Runs flows for the screens that they reach; returns the exit code. Prints a message for each file that is not a flow, or
  /// whose flow has mistakes or does not reach its end. A flow need not pass.
  private func learn(from flows: [URL], _ graph: inout AppGraph) async -> Int32 {
    var reach = Reach(), code: Int32 = 0
    let worker = FlowWorker(app, asked, terminal.makeProcess(false))
    for file in flows {
      do throws(FlowStop) {
        let report = try await worker.run(file)
        reach.formUnion(report.reach)
        if !report.mistake.isEmpty {
          terminal.complain("\(file.relativePath): \(report.mistake)")
          code = max(code, 1)
        }
        guard report.isBadScript else { continue }
        for line in report.lines { terminal.complain(line.text) }
        code = 2
      } catch {
        terminal.complain(error.complaint)
        code = max(code, 1)
      }
    }
    await worker.end()
    graph.learn(from: reach)
    return code
  }

  private func complainOfUnknown(_ graph: AppGraph) {
    let unknown = graph.screens.filter { $0.commands == nil }.map(\.name)
    if unknown.isEmpty { return }
    let screens = unknown.count == 1 ? "the screen" : "the screens"
    let way =
      asked.paths.isEmpty
      ? "\(app.command) graph PATH… learns them from flows that open \(screens)" : "no given flow opens \(screens)"
    complain("the commands of \(unknown.joined(separator: ", ")) are unknown; \(way)")
  }
}
