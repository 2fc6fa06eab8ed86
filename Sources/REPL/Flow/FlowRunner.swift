import Foundation
import VIPER

/// Runs flows, each in a fresh session under virtual time, and compares.
@MainActor struct FlowRunner {
  private let app: ConsoleApp
  private let options: [String: String]
  private let stepLimit: Int

  init(_ app: ConsoleApp, options: [String: String] = [:], stepLimit: Int = 100_000) {
    self.app = app
    self.options = options
    self.stepLimit = stepLimit
  }

  /// Types a flow's commands into a fresh session.
  func execute(_ flow: Flow) async -> FlowRun {
    let prompt = Prompt(Session(scripted: app, options: options, files: flow.files), stepLimit: stepLimit)
    var run = FlowRun()
    for phase in flow.phases {
      run.phases.append((phase, []))
      for step in phase.steps where !prompt.isStuck {
        let screen = String(prompt.text.dropLast(2))
        let output = prompt.isOver ? ["!! this comes after :quit; take it out"] : await prompt.run(step.command)
        run.phases[run.phases.count - 1].steps
          .append(FlowRun.Step(expected: step, screen: screen, output: Printable.trimmed(output)))
      }
    }
    // One that is stuck is closed, too; that it leaves something over says nothing new.
    let end = await prompt.end()
    run.end = prompt.isStuck ? [] : end
    return run
  }

  /// Runs a file.
  func run(_ file: URL) async -> FlowReport {
    do { return await run(try read(file), from: file.relativePath) } catch let error as FlowSyntaxError {
      return .bad(file.relativePath, line: error.line, error.reason)
    } catch { return .bad(file.relativePath, "\(error)") }
  }

  private func run(_ flow: Flow, from path: String) async -> FlowReport {
    guard !flow.steps.isEmpty else {
      return .bad(path, "there is no command in it; write one, such as > :open \(app.home)")
    }
    let run = await execute(flow)
    let count = flow.phases.count
    return FlowReport(
      path: path, passed: run.isClean, isBadScript: false, differences: run.differences,
      text: run.isClean
        ? "ok   \(path) (\(count) phase\(count == 1 ? "" : "s"))" : FlowFailure(path, run, app: app.name).text)
  }

  /// The flow in a file.
  func read(_ file: URL) throws -> Flow { try FlowParser.parse(text(of: file)) }

  /// What is in a file.
  func text(of file: URL) throws -> String {
    let data: Data
    do { data = try Data(contentsOf: file) } catch {
      throw FlowFileError(description: "it cannot be read; is it there?")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      // The first byte that is no UTF-8 becomes U+FFFD; one that was written there on purpose is taken for it at worst.
      let valid = String(decoding: data, as: UTF8.self).unicodeScalars.prefix { $0 != "\u{FFFD}" }
      throw FlowSyntaxError(
        line: valid.count { $0 == "\n" } + 1, reason: "this is not UTF-8; save the file as UTF-8")
    }
    return text
  }
}

/// A flow that cannot be read or written.
struct FlowFileError: Error, CustomStringConvertible {
  let description: String
}
