package import Foundation
import PlainText
import VIPER

/// Runs flows, each in a fresh session under virtual time, and compares their outputs.
@MainActor package struct FlowRunner {
  package let app: ConsoleApp
  private let limits: Settling.Limits
  private let keepsTrace: Bool
  private let keepsScreens: Bool
  private let callNames: Set<String>
  package let isLive: Bool
  private let isPart: Bool

  /// - Parameters:
  ///   - keepsTrace: whether a run has its time line.
  ///   - keepsScreens: whether each step has the whole screen after it.
  ///   - callNames: names of calls that the app makes.
  ///   - isLive: whether calls without a stub do their real work.
  ///   - isPart: whether promises of folders may name screens that the app does not have.
  package init(
    _ app: ConsoleApp, limits: Settling.Limits = Settling.Limits(), keepsTrace: Bool = false,
    keepsScreens: Bool = false, callNames: Set<String> = [], isLive: Bool = false, isPart: Bool = false
  ) {
    self.isLive = isLive
    self.isPart = isPart
    self.app = app
    self.limits = limits
    self.keepsTrace = keepsTrace
    self.keepsScreens = keepsScreens
    self.callNames = callNames
  }

  /// - Parameter progress: called with each line before it runs, and with nil while a line takes its time.
  package func execute(_ flow: Flow, progress: @escaping LineProgress = { _ in }) async -> FlowResult {
    var limits = limits
    limits.onProgress = { progress(nil) }
    let runner = LineRunner(limits: limits, graph: { try await ScreenCatalog(app).graph() }) {
      [app, callNames, isLive] in
      let session = Session(scripted: app, files: flow.files, promises: flow.promises, isLive: isLive)
      session.calls.log.know(callNames)
      return session
    }
    var run = FlowResult(), last = LineResult([]), isFree = false, isUnlike = false
    for phase in flow.phases {
      var steps: [FlowResult.Step] = []
      for step in phase.steps where last.state != .stuck {
        let screen = runner.session.console.path, echo = runner.session.console.echo(step.command)
        progress(Origin(line: step.line, text: echo))
        let isAfterEnd = last.isOver
        if !isAfterEnd { last = await runner.run(step.command, number: step.line) }
        var output = Self.visible(isAfterEnd ? ["!! this comes after the end of the session"] : last.output)
        if isUnlike, output == step.output {
          output.append("!! ':unlike' stands above this command, but it prints what is recorded")
        }
        let console = runner.session.console
        steps.append(
          FlowResult.Step(
            expected: isUnlike ? step.printing(output) : step, screen: screen, output: output, echo: echo,
            isMistaken: last.state == .mistaken,
            drawn: keepsScreens
              ? DrawnStep(
                prompt: screen, command: echo, line: step.line, output: output, path: console.path,
                screen: console.screen) : nil,
            isFree: isFree))
        let command = MetaCommand(in: step.command)
        isUnlike = command == .unlike
        isFree = isFree || command == .promises
      }
      run.phases.append((phase, steps))
    }
    if last.state == .stuck {
      runner.abandon()
      let line = run.steps.last?.expected.line ?? 0
      run.end = ["!! stopped at line \(line); the lines after it did not run"]
    } else {
      if !last.isOver {
        progress(Origin(line: flow.steps.last?.line, text: "the end of the flow"))
        last = await runner.end()
        run.end = last.output
      }
      if case .over(let time, _) = last.state { run.awaitedTime = time }
      if isUnlike, let line = flow.steps.last?.line {
        run.end.append("!! no command follows the ':unlike' at line \(line); remove it")
      }
    }
    run.reach = runner.reach
    if keepsTrace { run.trace = SessionTrace(runner.session, typed: runner.history) }
    return run
  }

  /// The output without trailing blanks, and without blank lines at the start and the end.
  package static func visible(_ output: [String]) -> [String] {
    var lines = output.map { line -> String in
      let scalars = line.unicodeScalars
      guard scalars.last?.properties.isWhitespace == true else { return line }
      return scalars.lastIndex { !$0.properties.isWhitespace }.map { String(Substring(scalars[...$0])) } ?? ""
    }[...]
    while lines.first == "" { lines.removeFirst() }
    while lines.last == "" { lines.removeLast() }
    return Array(lines)
  }

  /// Reads a flow off the main actor, because a file may be long.
  @concurrent package nonisolated func flow(of file: URL) async throws -> Flow {
    try flow(FlowFile.text(of: file), of: file)
  }

  /// The flow of a file with this text. A flow that checks nothing is a mistake.
  package nonisolated func flow(_ text: String, of file: URL) throws -> Flow {
    if AlwaysFile.isOne(file) { throw FlowFileError(description: AlwaysFile.notRun) }
    var flow = try FlowParser.parse(text)
    flow.promises = try AlwaysFile.promises(for: file)
    if isPart { for index in flow.promises.indices { flow.promises[index].isOfLargerApp = true } }
    guard !flow.steps.isEmpty else {
      throw FlowFileError(description: "there is no command in it; write one, such as > :open \(app.home)")
    }
    return flow
  }

  package func run(_ file: URL, progress: @escaping LineProgress = { _ in }) async -> FlowReport {
    let path = file.relativePath
    do throws(FlowReport) {
      let flow = try await read(path) { try await self.flow(of: file) }
      return FlowReport(
        path, await execute(flow, progress: progress), app: app.command,
        options: isLive ? app.optionValues.merging(["live": ""]) { $1 } : app.optionValues)
    } catch { return error }
  }

  /// The flow that `flow` reads; throws the report of a file that is not one.
  package func read(_ path: String, _ flow: () async throws -> Flow) async throws(FlowReport) -> Flow {
    do { return try await flow() } catch { throw FlowReport(bad: path, error) }
  }
}
