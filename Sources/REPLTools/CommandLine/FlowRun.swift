import Foundation
import PlainText
import REPL

/// Runs the flows of a command line, several at a time, and reports them in the order of their names.
@MainActor final class FlowRun {
  private let program: CommandLineProgram
  private let screens: FlowWorker.Screens
  private var files: [URL] = []
  private var reports: [Int: FlowReport] = [:]
  /// The page about the flows, to which each is added when it is over, so that its screens need not stay in memory.
  private var page: ReportPage
  private var begun = 0
  private var reported = 0

  init(_ program: CommandLineProgram, _ screens: FlowWorker.Screens) {
    self.program = program
    self.screens = screens
    page = ReportPage(program.app.name, DifferenceTable.Sides(old: "recorded", new: "now"))
  }

  private var asked: Arguments { program.asked }
  private var terminal: Terminal { program.terminal }

  /// Runs this machine's share of the flows; returns the exit code.
  func run(_ all: [URL]) async -> Int32 {
    let shard = asked.shard
    if let shard, shard.count > 1, let minimum = asked.coverage?.minimum {
      program.complain(
        "--coverage=\(Self.number(minimum)) needs all flows, and this is part \(shard.name); "
          + "require it in a run of all flows, or write --coverage alone")
      return 2
    }
    files = shard?.part(of: all) ?? all
    var reports = await runFiles(), reach = Reach()
    for report in reports { reach.formUnion(report.reach) }
    let mistakes = await program.mistakenPromises(of: files, reach, screens.graph)
    for report in mistakes { show(report) }
    reports += mistakes
    let failed = reports.count { !$0.passed }
    let part = shard.map { "part \($0.name), \(files.count) of \(all.count) flows: " } ?? ""
    let summary = "\(reports.count - failed) passed, \(failed) failed"
    say("\(part)\(summary)\n")
    let covered = screens.graph.map { CoverageReport(reach, of: $0) }, coverage = checkCoverage(covered, shard)
    // Writes all reports, even if one fails.
    let written = [
      program.write(JUnitReport.text(reports, app: program.app.name), to: asked.junit),
      program.write(
        page.html(
          summary: summary, map: screens.graph.map { ScreenMap(reach, of: $0) },
          coverage: covered?.lines ?? []), to: asked.html),
      program.write(traceJSON(reports), to: asked.traceJSON),
    ]
    if written.contains(false) { return 2 }
    return reports.contains(where: \.isBadScript) ? 2 : max(coverage, failed > 0 ? 1 : 0)
  }

  /// Runs all flows, at most `jobs` at a time, each in another process: a crash or a hang fails only one flow. Each flow has
  /// its own session, so the number of jobs changes only the duration.
  private func runFiles() async -> [FlowReport] {
    let workers = (0..<min(asked.jobs, files.count)).map { _ in
      let worker = FlowWorker(program.app, asked, terminal.makeProcess(false))
      return Task { await work(worker) }
    }
    for worker in workers { await worker.value }
    return files.indices.compactMap { reports[$0] }
  }

  private func work(_ worker: FlowWorker) async {
    while begun < files.count {
      let index = begun
      begun += 1
      reports[index] = await worker.report(of: files[index])
      showNext()
    }
    await worker.end()
  }

  /// Shows the finished reports in order, up to the first flow that still runs.
  private func showNext() {
    while let report = reports[reported] {
      show(report)
      if asked.html != nil { reports[reported] = report.withoutScreens(keepsTrace: asked.traceJSON != nil) }
      reported += 1
      if asked.showsTrace { say(report.trace.marbles.map { "  \($0)\n" }.joined()) }
    }
  }

  private func show(_ report: FlowReport) {
    if asked.html != nil { page.add(report.pageFlow) }
    say(report.lines.map { terminal.text($0) }.joined())
    if program.machine["GITHUB_ACTIONS"] == "true" {
      let text = GitHubAnnotations.text(report, workspace: program.machine["GITHUB_WORKSPACE"])
      if isSilent { terminal.writeError(text) } else { terminal.write(text) }
    }
  }

  /// If coverage is requested, shows the parts that no flow reached; returns the exit code.
  private func checkCoverage(_ covered: CoverageReport?, _ shard: Shard?) -> Int32 {
    guard let coverage = asked.coverage else { return 0 }
    guard let covered else { return program.complain(ofMissing: screens) }
    say((shard.map { "part \($0.name): " } ?? "") + covered.lines.map { "\($0)\n" }.joined())
    // Coverage does not count the commands of screens that crash or hang.
    let code = screens.exitCode(0)
    guard let minimum = coverage.minimum, covered.percent < minimum else { return code }
    program.complain("coverage is below \(Self.number(minimum))%; write flows for what is listed")
    return 1
  }

  /// Prints `90` or `87.5`.
  private static func number(_ percent: Double) -> String {
    percent == percent.rounded() ? "\(Int(percent))" : "\(percent)"
  }

  /// Prints the time lines of all flows as one; with several flows, each has its path.
  private func traceJSON(_ reports: [FlowReport]) -> String {
    if let only = reports.first, reports.count == 1 { return only.trace.chromeJSON }
    var all = SessionTrace()
    for report in reports { all.add(report.trace, named: report.path) }
    return all.chromeJSON
  }

  /// Prints text for people, unless a report for machines goes to the standard output.
  private func say(_ text: String) {
    if !isSilent { terminal.write(text) }
  }

  /// Whether a report for machines goes to the standard output, or an exploration has printed its findings.
  private var isSilent: Bool {
    [asked.junit, asked.html, asked.traceJSON].contains("-") || asked.verb == .explore && !asked.isMerging
  }
}

extension CommandLineProgram {
  /// The reports of promises that name a command or a field that no screen has; says which other names are probably misspelled. Opens
  /// the screens only if flows did not reach a name.
  func mistakenPromises(of files: [URL], _ reach: Reach, _ graph: AppGraph?) async -> [FlowReport] {
    let reached = PromiseNames(reach)
    var promises: [Promise] = []
    for promise in files.flatMap(AlwaysFile.statedPromises) where !reached.knows(promise) { promises.add(promise) }
    if promises.isEmpty { return [] }
    var opened = graph
    if !asked.needsCommands {
      let worker = FlowWorker(app, asked, terminal.makeProcess(true))
      opened = await worker.screens().graph
      await worker.end()
    }
    // A screen may offer a command only in the flows of another part.
    let names = PromiseNames(reach, asked.shard?.count ?? 1 == 1 ? opened : nil)
    for doubt in names.doubts(about: promises) { complain(doubt) }
    return names.mistakes(in: promises)
  }
}
