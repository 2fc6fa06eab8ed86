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
    switch asked {
    case .help:
      terminal.write(usage)
      return 0
    case .session(let options):
      return await InteractiveSession(self, terminal, environment, options: options).run()
    case .run(let paths, let options):
      return await run(paths, options, terminal)
    case .accept(let paths, let options):
      if machine["CI"] == "true" {
        terminal.writeError("\(name): accept is for people: CI=true, and a build must not approve itself\n")
        return 2
      }
      return await accept(paths, options, terminal)
    }
  }

  @MainActor private func run(_ paths: [String], _ options: [String: String], _ terminal: Terminal) async -> Int32 {
    guard let files = find(paths, terminal) else { return 69 }
    let runner = FlowRunner(self, options: options)
    var reports: [FlowReport] = []
    for file in files {
      let report = await runner.run(file)
      terminal.write(report.text + "\n")
      reports.append(report)
    }
    let failed = reports.count { !$0.passed }
    terminal.write("\(reports.count - failed) passed, \(failed) failed\n")
    return reports.contains(where: \.isBadScript) ? 2 : failed > 0 ? 1 : 0
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
    let rows =
      [
        ("\(name)", "a session, typed or piped"),
        ("\(name) run PATH…", "runs flows and folders of flows, and compares"),
        ("\(name) accept PATH…", "writes what they give today into them"),
        ("--help", "this"),
      ] + options.map { ("--\($0.name) \($0.value)", $0.help) }
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { "  \($0.0.padding(toLength: width, withPad: " ", startingAt: 0))  \($0.1)\n" }.joined()
      + "exit codes: 0 passed, 1 a difference, 2 bad script or usage, 69 no flow found\n"
  }
}
