import Effort
import Fixtures
import Foundation
import Signals
import SignalsTesting
import Testing

@testable import REPL
@testable import REPLTools

/// Any file gives a message with a place, or a run that ends.
@Suite struct RobustnessTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private static let pieces = [
    "> ", ">", "  ", "# ", "-- f --\n", "-- ", " --", "\n", "\r\n", "\r", ":stub lab.ping -> {",
    ":stub lab.ping -> @f\n",
    ":fail lab.ping with \"", "\" after 2s\n", ":advance 9d\n", ":run\n", ":now 2014-05-21\n", ":back 2\n",
    ":open lab\n",
    ":open todo\n", ":save x\n", ":calls\n", ":tree\n", "<<<<<<<", "todo", "lab> ", "ping\n", "spin\n", "tick\n",
    "add\n",
    "name x\n", "save\n", "\u{301}", "👩‍👩‍👧", "\u{2028}", "\0", "\u{FEFF}", "\t", "999999999999999999999", "!! ", "+1s\n",
  ]
  private static let flow = """
    # A
    > :open lab
      Lab
      echo: -
    lab> :stub lab.ping -> "x" after 2s
    lab> ping
      …
    # B
    lab> :advance 2s
      +2s
      x
    """

  private func random(_ numbers: inout SeededNumbers) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0...12, using: &numbers) {
      if Int.random(in: 0..<4, using: &numbers) > 0, let piece = Self.pieces.randomElement(using: &numbers) {
        bytes += Array(piece.utf8)
      } else {
        bytes.append(UInt8.random(in: .min ... .max, using: &numbers))
      }
    }
    return bytes
  }

  private func mutated(_ numbers: inout SeededNumbers) -> [UInt8] {
    var bytes = Array(Self.flow.utf8)
    for _ in 0...Int.random(in: 0...3, using: &numbers) where !bytes.isEmpty {
      let start = Int.random(in: bytes.indices, using: &numbers)
      let end = min(bytes.count, start + Int.random(in: 0...8, using: &numbers))
      switch Int.random(in: 0..<4, using: &numbers) {
      case 0: bytes[start] = UInt8.random(in: .min ... .max, using: &numbers)
      case 1: bytes.removeSubrange(start..<end)
      case 2: bytes.insert(contentsOf: bytes[start..<end], at: start)
      default: bytes.replaceSubrange(start..<end, with: (Self.pieces.randomElement(using: &numbers) ?? "").utf8)
      }
    }
    return bytes
  }

  @Test("random and mutated scripts give a message with an existing place, or a run that ends")
  func scripts() async throws {
    let runner = await FlowRunner(TinyApp.console, limits: Settling.Limits(steps: 50))
    let count = Effort.runs(short: 4_000, full: 10_000, all: 50_000)
    var numbers = SeededNumbers(seed: 2014), refused = 0
    for number in 0..<count {
      let bytes = number.isMultiple(of: 2) ? random(&numbers) : mutated(&numbers)
      do throws(FlowSyntaxError) {
        let flow = try FlowParser.parse(FlowFile.text(Data(bytes)))
        let report = FlowReport("a", await runner.execute(flow), app: "tiny")
        if !report.passed && report.lines.count < 2 { Issue.record("nothing is said of \(flow)") }
      } catch {
        refused += 1
        let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
        for mistake in error.mistakes {
          let length = lines.indices ~= mistake.line - 1 ? lines[mistake.line - 1].count : -2
          if !(1...max(1, length + 2) ~= mistake.column) || length < 0 { Issue.record("there is no place \(mistake)") }
        }
      }
    }
    #expect(count / 10...count * 9 / 10 ~= refused)
  }

  @Test("a line of megabytes is read, shown in 80 columns, and accepted") func longLine() async throws {
    let long = String(repeating: "x", count: Effort.runs(short: 1_000_000, full: 1_000_000, all: 10_000_000))
    let file = try folder.write(
      "a.flow", "> :open lab\n  Lab\n  echo: -\nlab> echo \(long)\n  echo: \(long.dropLast())\n")
    let runner = await FlowRunner(SmallApp.console()), report = await runner.run(file)
    #expect(!report.passed)
    #expect(report.lines.allSatisfy { $0.text.count <= 80 + file.path.count })
    let isWritten = try await FlowAcceptance(runner: runner).accept(file).isWritten,
      isRight = await runner.run(file).passed
    #expect(isWritten)
    #expect(isRight)
    let rest = String(repeating: "y", count: 500_000)
    for bad in [
      rest, "> :\(rest)", "> :stub a -> \(rest)", rest + "> a", "> :now \(rest)", "> :open \(rest)", "> \(rest)",
    ] {
      let report = await runner.run(try folder.write("b.flow", bad))
      #expect(!report.passed)
      #expect(report.text.utf8.count < 2000)
    }
  }

  @Test("an output of many thousand lines, and thousands of commands, are printed, compared and recorded, and pass")
  func manyLines() async throws {
    let count = Effort.runs(short: 10_000, full: 10_000, all: 100_000), rows = Property(constant: Array(0..<count))
    let app = ConsoleApp("long") { _, _ in ConsoleView(.list("rows", rows, line: { "row \($0)" })) }
    let old = (0..<count).map { "  \($0)\n" }.joined(),
      commands = String(repeating: "> :calls\n  (no calls)\n", count: count / 5)
    let file = try folder.write("a.flow", "> :open home\n\(old)\(commands)")
    let runner = await FlowRunner(app), report = await runner.run(file)
    #expect(!report.passed)
    #expect(report.lines.count < 100)
    let isWritten = try await FlowAcceptance(runner: runner).accept(file).isWritten,
      isRight = await runner.run(file).passed
    let written = try folder.read("a.flow")
    #expect(isWritten)
    #expect(isRight)
    #expect(written.contains("\n   \(count - 1). row \(count - 2)\n  \(count). row \(count - 1)\n"))
  }
}
