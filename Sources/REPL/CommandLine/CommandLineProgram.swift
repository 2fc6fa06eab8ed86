import Foundation
import VIPER

extension ConsoleApp {
  /// The command line, with everything of the process given.
  @MainActor func main(
    _ arguments: [String], terminal: Terminal, machine: [String: String], environment: AppEnvironment
  ) async -> Int32 {
    let asked: Arguments
    do throws(UsageError) { asked = try Arguments(arguments, options: options) } catch {
      terminal.writeError("\(name): \(error)\n\(name) --help says what there is\n")
      return 2
    }
    switch asked.verb {
    case .help:
      terminal.write(usage)
      return 0
    case .session:
      return await InteractiveSession(self, terminal, environment, options: asked.options).run()
    case .run: return await run(asked, terminal, machine)
    case .check: return await check(asked, terminal)
    case .graph: return 2
    case .accept:
      if machine["CI"] == "true" {
        terminal.writeError("\(name): accept is for people: CI=true, and a build must not approve itself\n")
        return 2
      }
      return await accept(asked.paths, asked.options, terminal)
    }
  }

  @MainActor private func run(_ asked: Arguments, _ terminal: Terminal, _ machine: [String: String]) async -> Int32 {
    guard let all = find(asked.paths, terminal) else { return 69 }
    let shard: Shard?
    do throws(UsageError) { shard = if let asked = asked.shard { asked } else { try Shard(machine: machine) } } catch {
      terminal.writeError("\(name): \(error)\n")
      return 2
    }
    // Bazel asks for a sign that its variables are heard.
    if let file = machine["TEST_SHARD_STATUS_FILE"] { try? Data().write(to: URL(fileURLWithPath: file)) }
    let files = shard?.part(of: all) ?? all
    let isColored = terminal.isColored(asked.color, machine), isForPeople = asked.tap != "-" && asked.junit != "-"
    let reports = await FlowRun(FlowRunner(self, options: asked.options), files) { report in
      guard isForPeople else { return }
      terminal.write(report.lines.map { $0.text(isColored: isColored) + "\n" }.joined())
    }.run(jobs: asked.jobs)
    let failed = reports.count { !$0.passed }
    if isForPeople {
      let part = shard.map { "part \($0.name), \(files.count) of \(all.count) flows: " } ?? ""
      terminal.write("\(part)\(reports.count - failed) passed, \(failed) failed\n")
    }
    guard write(TAPReport.text(reports), to: asked.tap, terminal),
      write(JUnitReport.text(reports, app: name), to: asked.junit, terminal)
    else { return 2 }
    return reports.contains(where: \.isBadScript) ? 2 : failed > 0 ? 1 : 0
  }

  /// Writes a report where it was asked for; false, and a message, if that fails.
  private func write(_ text: String, to path: String?, _ terminal: Terminal) -> Bool {
    guard let path else { return true }
    if path == "-" {
      terminal.write(text)
      return true
    }
    do { try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic) } catch {
      terminal.writeError("\(name): \(path) cannot be written: \(error.localizedDescription)\n")
      return false
    }
    return true
  }

  @MainActor private func check(_ asked: Arguments, _ terminal: Terminal) async -> Int32 {
    guard let files = find(asked.paths, terminal) else { return 69 }
    let check = FlowCheck(self, options: asked.options)
    var count = 0
    for file in files {
      let problems: [FlowCheck.Problem]
      do { problems = await check.problems(try FlowFile.text(of: file)) } catch let error as FlowSyntaxError {
        problems = [FlowCheck.Problem(line: error.line, column: error.column, text: error.reason)]
      } catch { problems = [FlowCheck.Problem(line: 1, column: 1, text: "\(error)")] }
      for problem in problems {
        terminal.write("\(file.relativePath):\(problem.line):\(problem.column): \(Printable.line(problem.text))\n")
      }
      count += problems.count
    }
    let flows = files.count == 1 ? "1 flow" : "\(files.count) flows"
    terminal.write("\(flows) checked, \(count) problem\(count == 1 ? "" : "s")\n")
    return count == 0 ? 0 : 2
  }

  @MainActor private func accept(_ paths: [String], _ options: [String: String], _ terminal: Terminal) async -> Int32 {
    guard let files = find(paths, terminal) else { return 69 }
    let acceptance = FlowAcceptance(FlowRunner(self, options: options))
    var code: Int32 = 0
    for file in files {
      do { terminal.write(try await acceptance.accept(file) + "\n") } catch {
        terminal.writeError("\(file.relativePath): \(error)\n")
        code = max(code, error is FlowRefusal ? 1 : 2)
      }
    }
    return code
  }

  /// The flows that paths name; nil, and a message, if there are none or one of the paths is not there.
  private func find(_ paths: [String], _ terminal: Terminal) -> [URL]? {
    if let missing = paths.first(where: { !FileManager.default.fileExists(atPath: $0) }) {
      terminal.writeError("\(name): no flow found: there is no \(missing)\n")
      return nil
    }
    let files = FlowFiles.find(paths)
    if !files.isEmpty { return files }
    terminal.writeError("\(name): no flow found in \(paths.joined(separator: " ")); flows end in .flow\n")
    return nil
  }

  private var usage: String {
    let verbs = [
      ("\(name)", "a session, typed or piped"),
      ("\(name) run PATH…", "runs flows and folders of flows, and compares"),
      ("\(name) accept PATH…", "writes what they give today into them"),
      ("\(name) check PATH…", "reads them against what the screens declare, without running them"),
      ("--help", "this"),
    ]
    let rows =
      verbs + options.map { ("--\($0.name) \($0.value)", $0.help) } + BuiltInOption.all.map { ($0.usage, $0.help) }
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { "  \($0.0.padding(toLength: width, withPad: " ", startingAt: 0))  \($0.1)\n" }.joined()
      + "exit codes: 0 passed, 1 a difference, 2 bad script or usage, 69 no flow found, 130 interrupted\n"
  }
}
