import Foundation
import PlainText
import REPL
import Signals

/// Runs the same flows in two builds of an app, and shows each change once, with the places where it is seen.
@MainActor struct BuildDifference {
  /// A build with the path of its program, or the revision that it is built from.
  private typealias Build = (name: String, worker: FlowWorker)
  private let program: CommandLineProgram
  private let tool = BuildTool()
  /// Each change, with the command that it was first seen at, and the places where it is seen.
  private var changes: [(first: StepDifference, places: [(path: String, line: Int)])] = []
  private var page: ReportPage
  private var screens = 0
  private var flows = 0

  init(_ program: CommandLineProgram) {
    self.program = program
    let builds = program.asked.builds
    page = ReportPage(program.app.name, DifferenceTable.Sides(old: builds.first ?? "old", new: builds.last ?? "new"))
  }

  private var asked: Arguments { program.asked }
  private var terminal: Terminal { program.terminal }

  /// Runs the flows; returns the exit code: 1 if a screen differs; 2 if a program cannot run flows, or a file is not a flow; 130 if the
  /// user interrupts it.
  mutating func run(_ files: [URL]) async -> Int32 {
    let workers = MutableProperty<[FlowWorker]>([])
    let interrupt = terminal.onInterrupt { [tool] in
      tool.stop()
      for worker in workers.value { worker.stop() }
    }
    defer { interrupt.dispose() }
    var code: Int32 = 2
    do throws(FlowBuildError) {
      for name in asked.builds { workers.value.append(worker(at: try await tool.program(name))) }
      let builds = Array(zip(asked.builds, workers.value))
      code = await compare(builds[0], builds[1], files)
      for worker in workers.value { await worker.end() }
    } catch { if !tool.isStopped { complain(error) } }
    await tool.end()
    return tool.isStopped ? 130 : code
  }

  private func worker(at path: String) -> FlowWorker {
    // Every build that runs flows understands these arguments, with which it keeps their screens.
    let given = asked.options.sorted { $0.key < $1.key }.map { $1.isEmpty ? "--\($0)" : "--\($0)=\($1)" }
    let process = FlowProcess(URL(fileURLWithPath: path), ["draw"] + given + ["."], isSilent: true)
    return FlowWorker(program.app, asked, process)
  }

  /// Runs a flow in a build; returns its report. If the program crashes or hangs, the report contains only that complaint.
  private static func report(of file: URL, by build: Build) async -> Result<FlowReport, FlowBuildError> {
    do throws(FlowStop) { return .success(try await build.worker.run(file)) } catch {
      if error.origin != nil { return .success(FlowReport(stopped: error, app: build.name)) }
      let problem = "\(build.name) gives no report: \(error.problem); name an app that is built with this library"
      return .failure(FlowBuildError(description: problem))
    }
  }

  private func complain(_ error: FlowBuildError) {
    program.complain(error.description)
    for line in error.details { terminal.complain("  \(line)") }
  }

  private mutating func compare(_ old: Build, _ new: Build, _ files: [URL]) async -> Int32 {
    var isBad = false, count = files.count
    for (number, file) in files.enumerated() {
      do throws(FlowBuildError) {
        // Both builds run at the same time.
        async let before = Self.report(of: file, by: old)
        async let after = Self.report(of: file, by: new)
        let reports = await (before, after)
        if tool.isStopped { return 130 }
        let old = try reports.0.get(), new = try reports.1.get()
        if let bad = bad(old, new) {
          for line in bad.lines { terminal.complain(line.text) }
          page.add(bad.pageFlow)
          isBad = true
          continue
        }
        let differences = new.differences(from: old)
        add(differences, of: file)
        page.add(
          PageFlow(
            path: file.relativePath, status: differences.isEmpty ? .same : .differs,
            phases: [PageFlow.Phase(status: .differs, differences: differences)]))
      } catch {
        complain(error)
        if number == 0 { return 2 }
        // What was found before is shown all the same.
        (isBad, count) = (true, number)
        break
      }
    }
    let all = CountText.of(count, "flow")
    let differing = screens == 0 ? "no screen differs" : CountText.of(screens, "screen differs", "screens differ")
    let summary = "\(all): \(differing)" + (files.count > 1 && flows > 0 ? " in \(flows)" : "")
    // If the page goes to the standard output, nothing else is written there.
    if asked.html != "-" {
      show()
      terminal.show(StyledLine(summary))
    }
    if !program.write(page.html(summary: summary), to: asked.html) { return 2 }
    return isBad ? 2 : screens > 0 ? 1 : 0
  }

  /// The report of a flow that compares nothing: it is none, or has the same mistake in both builds.
  private func bad(_ old: FlowReport, _ new: FlowReport) -> FlowReport? {
    if let bad = [new, old].first(where: \.isBadScript) { return bad }
    return new.mistake.isEmpty || old.mistake != new.mistake ? nil : FlowReport(bad: new.path, new.mistake)
  }

  private mutating func add(_ differences: [StepDifference], of file: URL) {
    flows += differences.isEmpty ? 0 : 1
    screens += differences.count
    for one in differences {
      let place = (path: Printable.line(file.relativePath), line: one.line)
      for change in Self.changes(one) {
        if let index = changes.firstIndex(where: { $0.first.old == change.old && $0.first.new == change.new }) {
          if changes[index].places.last ?? ("", 0) != place { changes[index].places.append(place) }
        } else {
          changes.append((change, [place]))
        }
      }
    }
  }

  /// The runs of lines that differ. They are the changes between the builds.
  private static func changes(_ difference: StepDifference) -> [StepDifference] {
    LineDifference.between(difference.old, difference.new).split { $0.mark == " " }.map { lines in
      func side(_ mark: Character) -> [String] { lines.filter { $0.mark == mark }.map(\.text) }
      return StepDifference(command: difference.command, line: difference.line, old: side("-"), new: side("+"))
    }
  }

  private func show() {
    for (first, places) in changes {
      let flows = Set(places.map(\.path)).count
      let count = "\(CountText.of(places.count, "place")) in \(CountText.of(flows, "flow"))"
      terminal.show(StyledLine("DIFF \(count)", .failed))
      var difference = PhaseDifference()
      for line in difference.lines(first.line, first.command, old: first.old, new: first.new) { terminal.show(line) }
      for place in places { terminal.show(StyledLine("  \(place.path):\(place.line)")) }
    }
  }
}
