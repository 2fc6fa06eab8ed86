import Foundation
import PlainText
import REPL

extension Recording {
  /// What `:save` does.
  static let recorder: LineRunner.Recorder = { await Recording(session: $0, entries: $1).save(as: $2) }

  /// Runs the flow, and writes it with its outputs. Returns the differences from the session. The flow includes time without
  /// output only if its outputs differ otherwise, because the user's typing speed does not matter.
  func save(as path: String) async -> [String] {
    let file = URL(fileURLWithPath: path)
    guard FileKind(at: path, followsLink: false) == nil else {
      return ["!! \(Printable.line(path)) already exists; choose another name"]
    }
    do {
      var played = try await play()
      // Skipped if a call could not be written: each run makes the real call, which explains the difference.
      if !played.differences.isEmpty, problems.isEmpty {
        let paced = try await Recording(session: session, entries: entries, isPaced: true).play()
        if paced.differences.isEmpty { played = paced }
      }
      try Data(played.text.utf8).write(to: file, options: .atomic)
      return (problems + played.differences).map { "! saved, but \(Printable.line($0))" }
    } catch { return ["!! \(Printable.line(path)) cannot be written: \(Printable.line(ErrorText.of(error)))"] }
  }

  /// The flow with its outputs, and its differences from the session.
  private func play() async throws -> (text: String, differences: [String]) {
    var text = text(goingOn: []), first = try await run(text), rest: [Duration] = []
    // A flow must not end during work; a session may.
    while let time = first.awaitedTime, rest.count < 5 {
      rest.append(time)
      text = self.text(goingOn: rest)
      first = try await run(text)
    }
    // Runs twice: outputs may contain line numbers, which are known after the first run.
    let complete = FlowAcceptance.rewritten(text, first.recordable), run = try await run(complete)
    return (FlowAcceptance.rewritten(complete, run.recordable), differences(run))
  }

  /// The flow without outputs.
  ///
  /// - Parameter times: the durations to advance before the flow ends.
  private func text(goingOn times: [Duration]) -> String {
    let commands = steps.dropLast().map(\.command) + times.map { ":advance \(DurationText.print($0))" } + [":quit"]
    return "# A session of \(session.app.name).\n" + commands.map { "> \($0)\n" }.joined()
      + files.map { "-- \($0.name) --\n\($0.text)\n" }.joined()
  }

  private func run(_ text: String) async throws -> FlowResult {
    let runner = FlowRunner(session.app, callNames: Set(session.calls.log.calls.map(\.name)))
    return await runner.execute(try FlowParser.parse(text))
  }

  /// The differences between the run and the session, and possible reasons.
  private func differences(_ run: FlowResult) -> [String] {
    var differences = run.complaints.map { "it will not pass: \($0.drop { $0 == "!" || $0 == " " })" }
    let different = zip(steps.dropLast(), run.recordable.steps).first { step, ran in
      let isMove = step.command.hasPrefix(":advance ")
      let output = isMove ? ran.output.filter { !$0.hasPrefix("+") } : ran.output
      // A file never contains complaints of the harness.
      return FlowRunner.visible(step.output.filter { !$0.hasPrefix("!!") }) != output
    }
    if let (step, ran) = different {
      differences.append("line \(ran.expected.line), '\(Printable.quote(step.command))', prints another output there")
    }
    return differences.isEmpty ? [] : differences + secrets
  }

  /// The secret fields whose values are not in the flow.
  private var secrets: [String] {
    var names: Set<String> = []
    return entries.compactMap(\.secret).filter { names.insert($0).inserted }.map {
      "the value of '\(Printable.quote($0))' is saved as ***; replace it with a test value"
    }
  }
}
