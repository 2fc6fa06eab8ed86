import Foundation

/// Runs the flows of a command line, some at a time, and reports them in the order of their names.
@MainActor final class FlowRun {
  private let runner: FlowRunner
  private let files: [URL]
  private var reports: [Int: FlowReport] = [:]
  private var begun = 0
  private var reported = 0
  /// Called with each report, in order, as soon as those before it are there.
  private let onReport: (FlowReport) -> Void

  init(_ runner: FlowRunner, _ files: [URL], onReport: @escaping (FlowReport) -> Void) {
    self.runner = runner
    self.files = files
    self.onReport = onReport
  }

  /// Runs all, at most `jobs` at a time: while one waits for real work, others go on. Each is a session of its own, so that
  /// nothing but the time it takes depends on how many there are.
  func run(jobs: Int) async -> [FlowReport] {
    let workers = (0..<min(jobs, files.count)).map { _ in Task { await work() } }
    for worker in workers { await worker.value }
    return files.indices.compactMap { reports[$0] }
  }

  /// Runs flows until none is left that nobody has begun.
  private func work() async {
    while begun < files.count {
      let index = begun
      begun += 1
      finished(index, await runner.run(files[index]))
    }
  }

  private func finished(_ index: Int, _ report: FlowReport) {
    reports[index] = report
    while let report = reports[reported] {
      reported += 1
      onReport(report)
    }
  }
}
