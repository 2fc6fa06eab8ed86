import Foundation
import PlainText
import REPL
import Signals
import VIPER

extension ConsoleApp {
  @MainActor func main(
    _ arguments: [String], terminal: Terminal, machine: [String: String], environment: AppEnvironment
  ) async -> Int32 {
    var program = CommandLineProgram(app: self, terminal: terminal, machine: machine, environment: environment)
    let code = await program.run(arguments)
    // A user may close an output that is not the result.
    guard let failure = terminal.failure(), code == 2 || ![.EPIPE, .EBADF].contains(failure) else { return code }
    program.complain("the output cannot be written: the standard output is full or closed")
    return 2
  }
}

/// A run of an app's command line.
@MainActor struct CommandLineProgram {
  private(set) var app: ConsoleApp
  private(set) var asked = Arguments()
  private(set) var terminal: Terminal
  /// The environment variables.
  let machine: [String: String]
  let environment: AppEnvironment

  func complain(_ text: String) { terminal.complain("\(app.name): \(text)") }

  fileprivate mutating func run(_ arguments: [String]) async -> Int32 {
    do throws(UsageError) { asked = try Arguments(arguments, options: app.options) } catch {
      complain("\(error)")
      terminal.complain("\(app.name) --help lists commands and options")
      return 2
    }
    app.optionValues = asked.options
    terminal.color(asked.color, machine)
    if machine[FlowProcess.variable] != nil { return await FlowServer(app, asked).serve(terminal.lines()) }
    if [.run, .explore].contains(asked.verb), !asked.isMerging {
      do throws(UsageError) { if asked.shard == nil { asked.shard = try Shard(machine: machine) } } catch {
        complain("\(error)")
        return 2
      }
      // Bazel requires this file as a sign that the program reads the sharding variables.
      if let file = machine["TEST_SHARD_STATUS_FILE"] { try? Data().write(to: URL(fileURLWithPath: file)) }
    }
    let screens = [.help, .diff].contains(asked.verb) ? FlowWorker.Screens() : await openScreens()
    if let faults = screens.graph?.faults, !faults.isEmpty { return 2 }
    if asked.verb == .accept, let variable = BuildEngine.variable(in: machine) {
      let reason = "a build must not approve itself; a person writes CI=false"
      complain("accept does not run when \(variable) is set: \(reason)")
      return 2
    }
    guard let files = find(screens.graph) else { return 69 }
    switch asked.verb {
    case .help: return write(usage, to: "-") ? 0 : 2
    case .session:
      let loop = TerminalLoop(app, terminal, environment, graph: screens.graph)
      // The callbacks of the loop hold it weakly.
      defer { withExtendedLifetime(loop) {} }
      return await loop.run()
    case .run where asked.isWatching: return await watch()
    case .run: return await FlowRun(self, screens).run(files)
    case .draw: return await draw(files)
    case .diff:
      var difference = BuildDifference(self)
      return await difference.run(files)
    case .explore where asked.isMerging: return await merge(files, screens)
    case .explore:
      let workers = (0..<asked.jobs).map { _ in FlowWorker(app, asked, terminal.makeProcess(true)) }
      let exploration = Exploration(self, workers)
      let code = await exploration.run()
      if asked.junit == nil && asked.html == nil { return code }
      var all = self
      all.asked.shard = nil
      return max(code, await FlowRun(all, screens).run(exploration.files))
    case .graph: return await drawGraph(screens, files)
    case .accept: return await accept(files, screens)
    }
  }

  /// Runs flows again whenever they change, until the user interrupts the program.
  private func watch() async -> Int32 {
    let watch = FlowWatch(
      paths: asked.paths, program: Bundle.main.executableURL,
      run: { files in
        if terminal.isTerminal { terminal.write("\u{1B}[H\u{1B}[2J\u{1B}[3J") }
        // The program may have other screens now.
        let code = await FlowRun(self, openScreens()).run(files)
        terminal.show(StyledLine("# watching; Ctrl-C ends", .quiet))
        return code
      },
      wait: {
        _ = await Signal<Void, Never>.just(()).delay(.milliseconds(300), on: environment.scheduler).firstValue()
        return terminal.failure() == nil
      })
    return await watch()
  }

  /// Reads the declarations of the screens and, for a verb that needs their commands, opens each of them once. Prints the screens that
  /// cannot be shown, crash or hang, with the reason. If the app cannot be built, the verb that needs it reports that.
  private func openScreens() async -> FlowWorker.Screens {
    var asked = asked
    // The user waits for the first prompt.
    if asked.verb == .session { asked.timeout = .seconds(10) }
    let worker = FlowWorker(app, asked, terminal.makeProcess(true))
    let screens = await worker.screens(opens: asked.needsCommands)
    await worker.end()
    for problem in (screens.graph?.faults ?? []) + screens.stops.map(\.problem) { complain(problem) }
    return screens
  }

  /// Says why there are no screens, unless that was said when they were opened; returns the exit code.
  func complain(ofMissing screens: FlowWorker.Screens) -> Int32 {
    guard let reason = screens.unbuilt else { return 1 }
    complain(reason)
    return 2
  }

  /// Joins the findings of several machines in one folder, and runs them.
  private func merge(_ files: [URL], _ screens: FlowWorker.Screens) async -> Int32 {
    let paths: [String]
    do { paths = try FoundFlows(folder: asked.exploration.folder).join(files) } catch {
      complain("the findings cannot be joined: \(ErrorText.of(error))")
      return 2
    }
    return await FlowRun(self, screens).run(paths.map { URL(fileURLWithPath: $0) })
  }

  private func accept(_ files: [URL], _ screens: FlowWorker.Screens) async -> Int32 {
    let worker = FlowWorker(app, asked, terminal.makeProcess(false))
    var page = ReportPage(app.name, DifferenceTable.Sides(old: "recorded before", new: "recorded now"))
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
    for report in await mistakenPromises(of: files, reach, screens.graph) {
      page.add(report.pageFlow)
      for line in report.lines { terminal.complain(line.text) }
      code = 2
    }
    let accepted = statuses.count { $0 == .accepted }
    let summary =
      "accepted: \(CountText.of(accepted, "flow")), the same: \(statuses.count { $0 == .same }), "
      + "refused: \(statuses.count { $0 == .refused })"
    return write(page.html(summary: summary), to: asked.html) ? code : 2
  }

  /// Finds the flows that the paths name. Returns nil, after a message, if paths name none or if one does not exist.
  private func find(_ graph: AppGraph?) -> [URL]? {
    // A screen can be explored without a flow.
    let screens = asked.verb == .explore ? (graph?.screens ?? []).map(\.name) : []
    if let missing = asked.paths.first(where: { FileKind.isMissing($0) && !screens.contains($0) }) {
      let near = NearMiss.nearest(to: missing, in: screens).map { "; did you mean \($0)?" } ?? ""
      complain("no flow found: there is no \(missing)\(near)")
      return nil
    }
    let files = FlowFiles.find(asked.paths)
    if !files.isEmpty || asked.paths.isEmpty || asked.isMerging { return files }
    complain("no flow found in \(asked.paths.joined(separator: " ")); flows end in .flow")
    return nil
  }

  /// Writes a report or a picture to a file, or to the standard output for `-`. Returns false if that fails.
  func write(_ text: @autoclosure () -> String, to path: String?) -> Bool {
    guard let path else { return true }
    if path == "-" {
      terminal.write(text())
      return terminal.failure() == nil
    }
    do { try ReportFile.write(text(), to: path) } catch {
      complain("\(path) cannot be written: \(ErrorText.of(error))")
      return false
    }
    return true
  }

  private var usage: String {
    let name = app.name
    let verbs = [
      (name, "starts a session, at a terminal or on a pipe"),
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
    let rows = verbs + (app.options.map(\.written) + BuiltInOption.all.map(\.written)).map { ($0.usage, $0.help) }
    return Columns.aligned(rows.map { ["  \($0)", $1] }).map { "\($0)\n" }.joined()
      + "exit codes: 0 passed, 1 a difference, 2 bad script or usage or lost output, 69 no flow found, 130 interrupted\n"
  }
}
