import Foundation
import PlainText
import REPL
import Signals
import VIPER

extension ConsoleApp {
  /// Runs the command line with the given terminal and environment of the process.
  @MainActor func main(
    _ arguments: [String], terminal: Terminal, machine: [String: String], environment: AppEnvironment
  ) async -> Int32 {
    let code = await run(arguments, terminal, machine, environment)
    // A user may close an output that is not the result.
    guard let failure = terminal.failure(), code == 2 || ![.EPIPE, .EBADF].contains(failure) else { return code }
    terminal.complain("\(name): the output cannot be written: the standard output is full or closed")
    return 2
  }

  @MainActor private func run(
    _ arguments: [String], _ terminal: Terminal, _ machine: [String: String], _ environment: AppEnvironment
  ) async -> Int32 {
    var terminal = terminal
    var asked: Arguments
    do throws(UsageError) { asked = try Arguments(arguments, options: options, reading: FlowFiles.read) } catch {
      terminal.complain("\(name): \(error)")
      terminal.complain("\(name) --help lists commands and options")
      return 2
    }
    terminal.color(asked.color, machine)
    if machine[FlowProcess.variable] != nil {
      return await FlowServer(self, asked, explore: explorer(asked).answer).serve(terminal.lines())
    }
    if [.run, .explore].contains(asked.verb), !asked.isMerging {
      do throws(UsageError) { if asked.shard == nil { asked.shard = try Shard(machine: machine) } } catch {
        terminal.complain("\(name): \(error)")
        return 2
      }
      // Bazel requires this file as a sign that the program reads the sharding variables.
      if let file = machine["TEST_SHARD_STATUS_FILE"] { try? Data().write(to: URL(fileURLWithPath: file)) }
    }
    let screens = [.help, .diff].contains(asked.verb) ? FlowWorker.Screens() : await openScreens(asked, terminal)
    if let faults = screens.graph?.faults, !faults.isEmpty { return 2 }
    if asked.verb == .accept, let variable = BuildEngine.variable(in: machine) {
      let reason = "a build must not approve itself; a person writes CI=false"
      terminal.complain("\(name): accept does not run when \(variable) is set: \(reason)")
      return 2
    }
    guard let files = find(asked, screens.graph, terminal) else { return 69 }
    switch asked.verb {
    case .help:
      return write(usage, to: "-", terminal) ? 0 : 2
    case .session:
      let loop = TerminalLoop(self, terminal, environment, options: asked.options, graph: screens.graph)
      // The callbacks of the loop hold it weakly.
      defer { withExtendedLifetime(loop) {} }
      return await loop.run()
    case .run where asked.isWatching: return await watch(asked, terminal, machine, environment.scheduler)
    case .run: return await FlowRun(self, asked, screens, terminal, machine).run(files)
    case .draw: return await draw(files, asked, terminal)
    case .diff:
      var difference = BuildDifference(self, asked, terminal)
      return await difference.run(files)
    case .explore where asked.isMerging: return await merge(files, asked, screens, terminal, machine)
    case .explore:
      var settings = asked.exploration
      (settings.jobs, settings.shard) = (asked.jobs, asked.shard)
      let exploration = Exploration(self, settings, terminal, options: asked.options) {
        FlowWorker(self, asked, terminal.makeProcess(true), explore: explorer(asked).answer)
      }
      return await exploration.run(in: URL(fileURLWithPath: "found"))
    case .graph: return await GraphDrawing(app: self, asked: asked, terminal: terminal).run(screens, files)
    case .accept: return await accept(files, screens, asked, terminal)
    }
  }

  /// Runs flows again whenever they change, until the user interrupts the program.
  @MainActor private func watch(
    _ asked: Arguments, _ terminal: Terminal, _ machine: [String: String], _ time: any Scheduler
  ) async -> Int32 {
    let watch = FlowWatch(
      paths: asked.paths, program: Bundle.main.executableURL,
      run: { files in
        if terminal.isTerminal { terminal.write("\u{1B}[H\u{1B}[2J\u{1B}[3J") }
        // The program may have other screens now.
        let code = await FlowRun(self, asked, openScreens(asked, terminal), terminal, machine).run(files)
        terminal.show(StyledLine("# watching; Ctrl-C ends", .quiet))
        return code
      },
      wait: {
        await withCheckedContinuation { woken in time.schedule(after: .milliseconds(300)) { woken.resume() } }
        return terminal.failure() == nil
      })
    return await watch()
  }

  /// Reads the declarations of the screens and, for a verb that needs their commands, opens each of them once. Prints the screens that
  /// cannot be shown, crash or hang, with the reason. If the app cannot be built, the verb that needs it reports that.
  @MainActor private func openScreens(_ asked: Arguments, _ terminal: Terminal) async -> FlowWorker.Screens {
    // In a session, the user waits for the first prompt.
    let limit = asked.verb == .session ? .seconds(10) : asked.timeout
    let worker = FlowWorker(self, asked, terminal.makeProcess(true), within: limit)
    let screens = await worker.screens(opens: asked.needsCommands)
    await worker.end()
    for problem in (screens.graph?.faults ?? []) + screens.stops.map(\.problem) {
      terminal.complain("\(name): \(problem)")
    }
    return screens
  }

  /// Says why there are no screens, unless that was said when they were opened; returns the exit code.
  @MainActor func complain(ofMissing screens: FlowWorker.Screens, _ terminal: Terminal) -> Int32 {
    guard let reason = screens.unbuilt else { return 1 }
    terminal.complain("\(name): \(reason)")
    return 2
  }

  /// Joins the findings of several machines in one folder, and runs them.
  @MainActor private func merge(
    _ files: [URL], _ asked: Arguments, _ screens: FlowWorker.Screens, _ terminal: Terminal, _ machine: [String: String]
  ) async -> Int32 {
    let paths: [String]
    do { paths = try FoundFlows(folder: URL(fileURLWithPath: "found")).join(files) } catch {
      terminal.complain("\(name): the findings cannot be joined: \(ErrorText.of(error))")
      return 2
    }
    return await FlowRun(self, asked, screens, terminal, machine).run(paths.map { URL(fileURLWithPath: $0) })
  }

  @MainActor private func explorer(_ asked: Arguments) -> Explorer {
    Explorer(self, FlowFiles.find(asked.paths), seed: asked.exploration.seed, options: asked.options)
  }

  @MainActor private func accept(
    _ files: [URL], _ screens: FlowWorker.Screens, _ asked: Arguments, _ terminal: Terminal
  ) async -> Int32 {
    let worker = FlowWorker(self, asked, terminal.makeProcess(false))
    var page = ReportPage(name, DifferenceTable.Sides(old: "recorded before", new: "recorded now"))
    var code: Int32 = 0, statuses: [PageFlow.Status] = [], reach = Reach()
    for file in files {
      let outcome = await worker.accept(file)
      let status: PageFlow.Status = outcome.code != 0 ? .refused : outcome.isWritten ? .accepted : .same
      statuses.append(status)
      page.add(
        PageFlow(
          path: file.relativePath, status: status,
          phases: [
            PageFlow.Phase(status: status, messages: outcome.complaints, differences: outcome.differences)
          ]))
      // If the page goes to the standard output, nothing else is written there.
      if asked.html != "-" { for line in outcome.lines { terminal.show(line) } }
      for complaint in outcome.complaints { terminal.complain(complaint) }
      code = max(code, outcome.code)
      reach.formUnion(outcome.reach)
    }
    await worker.end()
    for report in await mistakenPromises(of: files, reach, screens.graph, asked, terminal) {
      page.add(report.pageFlow)
      for line in report.lines { terminal.complain(line.text) }
      code = 2
    }
    let accepted = statuses.count { $0 == .accepted }
    let summary =
      "accepted: \(CountText.of(accepted, "flow")), the same: \(statuses.count { $0 == .same }), "
      + "refused: \(statuses.count { $0 == .refused })"
    return write(page.html(summary: summary), to: asked.html, terminal) ? code : 2
  }

  /// Finds the flows that the paths name. Returns nil, after a message, if paths name none or if one does not exist.
  private func find(_ asked: Arguments, _ graph: AppGraph?, _ terminal: Terminal) -> [URL]? {
    // A screen can be explored without a flow.
    let screens = asked.verb == .explore ? (graph?.screens ?? []).map(\.name) : []
    if let missing = asked.paths.first(where: { FileKind.isMissing($0) && !screens.contains($0) }) {
      terminal.complain("\(name): no flow found: there is no \(missing)")
      return nil
    }
    let files = FlowFiles.find(asked.paths)
    if !files.isEmpty || asked.paths.isEmpty || asked.isMerging { return files }
    terminal.complain("\(name): no flow found in \(asked.paths.joined(separator: " ")); flows end in .flow")
    return nil
  }

  /// Writes a report or a picture to a file, or to the standard output for `-`. Returns false if that fails.
  @MainActor func write(_ text: @autoclosure () -> String, to path: String?, _ terminal: Terminal) -> Bool {
    guard let path else { return true }
    if path == "-" {
      terminal.write(text())
      return terminal.failure() == nil
    }
    do { try ReportFile.write(text(), to: path) } catch {
      terminal.complain("\(name): \(path) cannot be written: \(ErrorText.of(error))")
      return false
    }
    return true
  }

  private var usage: String {
    let verbs = [
      ("\(name)", "starts a session, at a terminal or on a pipe"),
      ("\(name) run PATH…", "runs flows or folders of flows, and compares their output with the recorded output"),
      ("\(name) accept PATH…", "records the present output in the flows"),
      (
        "\(name) explore PATH…",
        "plays flows or screens in other orders, with faults, detours and at random; writes its findings into found"
      ),
      (
        "\(name) graph [PATH…]",
        "draws the screens, their commands and the ways between them; flows show screens that need an input"
      ),
      ("\(name) draw FLOW", "draws a flow as a session in a terminal, an SVG picture for light and dark pages"),
      ("\(name) diff OLD NEW PATH…", "runs flows in two builds of the app, and shows the screens that differ"),
      ("--help", "prints this text"),
    ]
    let rows = verbs + (options.map(\.written) + BuiltInOption.all.map(\.written)).map { ($0.usage, $0.help) }
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { "  \($0.0.padding(toLength: width, withPad: " ", startingAt: 0))  \($0.1)\n" }.joined()
      + "exit codes: 0 passed, 1 a difference, 2 bad script or usage or lost output, 69 no flow found, 130 interrupted\n"
  }
}
