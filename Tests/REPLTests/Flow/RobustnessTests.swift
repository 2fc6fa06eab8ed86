import BuiltPackage
import Foundation
import SignalsTesting
import Testing

@testable import REPL

/// Whatever is in a file: a message with a place, or a run that ends.
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

  @Test("100,000 random and mutated scripts: a message with a place that is there, or a run that ends")
  func scripts() async throws {
    let (flows, refused, misplaced) = try await onOwnThread { self.read(100_000) }
    #expect(misplaced == [])
    let runner = await FlowRunner(SmallApp.console(), limits: Settling.Limits(steps: 50))
    for flow in flows {
      let report = FlowReport("a", await runner.execute(flow), app: "small")
      #expect(report.passed || report.lines.count > 1)
    }
    #expect(refused > 10_000 && flows.count > 1_000, "\(refused) refused, \(flows.count) run")
  }

  /// Reads so many scripts; gives some of those that are flows, for to run takes longer than to read, and the places of
  /// errors that are not there.
  private func read(_ count: Int) -> (flows: [Flow], refused: Int, misplaced: [String]) {
    var numbers = SeededNumbers(seed: 2014), flows: [Flow] = [], refused = 0, misplaced: [String] = []
    for number in 0..<count {
      let bytes = number.isMultiple(of: 2) ? random(&numbers) : mutated(&numbers)
      do throws(FlowSyntaxError) {
        let flow = try FlowParser.parse(try FlowFile.text(Data(bytes)))
        if number % 20 < 2 { flows.append(flow) }
      } catch {
        refused += 1
        let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
        let length = lines.indices ~= error.line - 1 ? lines[error.line - 1].count : -2
        if !(1...max(1, length + 2) ~= error.column) || length < 0 { misplaced.append("\(error)") }
      }
    }
    return (flows, refused, misplaced)
  }

  @Test("a line of 10 MB is read, shown in 80 columns, and accepted") func longLine()
    async throws
  {
    let long = String(repeating: "x", count: 10_000_000)
    let file = try folder.write(
      "a.flow", "> :open lab\n  Lab\n  echo: -\nlab> echo \(long)\n  echo: \(long.dropLast())\n")
    let runner = await FlowRunner(SmallApp.console()), report = await runner.run(file)
    #expect(!report.passed && report.lines.allSatisfy { $0.text.count <= 80 + file.path.count })
    #expect(try await FlowAcceptance(runner).accept(file).hasPrefix("wrote "))
    #expect(await runner.run(file).passed)
    let rest = String(repeating: "y", count: 500_000)
    for bad in [
      rest, "> :\(rest)", "> :stub a -> \(rest)", rest + "> a", "> :now \(rest)", "> :open \(rest)", "> \(rest)",
    ] {
      let report = await runner.run(try folder.write("b.flow", bad))
      #expect(!report.passed && report.text.utf8.count < 2000)
    }
  }

  @Test("an output of 100,000 lines is read, compared and accepted") func manyLines()
    async throws
  {
    let lines = (0..<100_000).map { "  \($0)\n" }.joined()
    let file = try folder.write("a.flow", "> :open lab\n\(lines)> ping\n\(lines)")
    let runner = await FlowRunner(SmallApp.console()), report = await runner.run(file)
    #expect(!report.passed && report.lines.count < 100)
    #expect(try await FlowAcceptance(runner).accept(file).hasPrefix("wrote "))
    #expect(try folder.read("a.flow") == "> :open lab\n  Lab\n  echo: -\nlab> ping\n  pong\n")
  }

  @Test("10,000 commands run") func manyCommands() async throws {
    let file = try folder.write("a.flow", "> :open lab\n" + String(repeating: "> ping\n", count: 10_000))
    #expect(try await FlowAcceptance(FlowRunner(SmallApp.console())).accept(file).hasPrefix("wrote "))
  }
}
