import Foundation
import PlainText
import Testing

@testable import REPL
@testable import REPLTools

@Suite struct ArgumentsTests {
  private static let known = [
    ConsoleOption("data", value: "DIR", help: "where"), ConsoleOption("shape", value: "W", help: ""),
    ConsoleOption("wet", help: "really"),
  ]

  /// Default arguments with some changes.
  private static func arguments(
    _ verb: Arguments.Verb, _ paths: [String] = [], _ set: (inout Arguments) -> Void = { _ in }
  ) -> Arguments {
    var arguments = Arguments()
    arguments.verb = verb
    arguments.paths = paths
    set(&arguments)
    return arguments
  }

  private static let meanings: [([String], Arguments)] = [
    ([], arguments(.session)),
    (["--data", "d"], arguments(.session) { $0.options = ["data": "d"] }),
    (["--data=d=e", "--shape=no"], arguments(.session) { $0.options = ["data": "d=e", "shape": "no"] }),
    (["run", "--wet", "a"], arguments(.run, ["a"]) { $0.options = ["wet": ""] }),
    (["run", "--live", "a"], arguments(.run, ["a"]) { $0.isLive = true }),
    (["--data", "d", "accept", "a"], arguments(.accept, ["a"]) { $0.options = ["data": "d"] }),
    (["--help"], arguments(.help)), (["accept", "a", "b"], arguments(.accept, ["a", "b"])),
    (["--color"], arguments(.session) { $0.color = .always }),
    (["--color=never"], arguments(.session) { $0.color = .never }),
    (
      ["run", "a", "--junit=j.xml", "--html", "p", "--jobs", "8", "--shard", "2/3"],
      arguments(.run, ["a"]) {
        ($0.junit, $0.html, $0.jobs, $0.shard) = ("j.xml", "p", 8, Shard("2/3"))
      }
    ),
    (
      ["run", "a", "--trace", "--trace-json", "t"],
      arguments(.run, ["a"]) { ($0.showsTrace, $0.traceJSON) = (true, "t") }
    ),
    (
      ["explore", "--orders", "--walk", "--runs", "9", "--seed", "7", "--minutes", "0.5", "a"],
      arguments(.explore, ["a"]) {
        $0.exploration = ExplorationSettings(kinds: [.orders, .walk], runs: 9, seed: 7, minutes: 0.5)
      }
    ),
    (
      ["explore", "--corpus", "c", "--html", "p", "a"],
      arguments(.explore, ["a"]) {
        $0.exploration = ExplorationSettings(folder: URL(fileURLWithPath: "c"), isCorpus: true)
        $0.html = "p"
      }
    ),
    (["graph", "--format", "dot"], arguments(.graph) { $0.format = .dot }), (["graph", "a"], arguments(.graph, ["a"])),
    (["draw", "--svg", "a"], arguments(.draw, ["a"])),
    (
      ["draw", "a", "--animated", "--svg=p"],
      arguments(.draw, ["a"]) { ($0.svg, $0.isAnimated) = ("p", true) }
    ),
    (["run", "--coverage", "a"], arguments(.run, ["a"]) { $0.coverage = Arguments.Coverage() }),
    (["run", "--coverage=87.5", "a"], arguments(.run, ["a"]) { $0.coverage = Arguments.Coverage(minimum: 87.5) }),
  ]

  @Test("a command line is understood", arguments: meanings)
  func understood(_ arguments: [String], _ meaning: Arguments) throws {
    #expect(try Arguments(arguments, options: Self.known) == meaning)
  }

  @Test("an option of the app has precedence over an option that every app has") func own() throws {
    let options = [ConsoleOption("jobs", value: "FILE", help: "")]
    #expect(try Arguments(["--jobs", "x"], options: options).options == ["jobs": "x"])
  }

  private static let mistakes: [([String], String)] =
    ["run", "accept", "explore", "draw"].map {
      ([$0], "\($0) needs the path of a flow or a folder of flows")
    } + [
      (
        ["diff", "a", "b"], "diff needs two programs, the old and the new, and the path of a flow or a folder of flows"
      ),
      (["explore", "a", "--runs", "0"], "--runs cannot be '0'; write a number above zero"),
      (["explore", "a", "--seed", "-1"], "--seed cannot be '-1'; write a number that is not negative"),
      (["explore", "a", "--minutes", "0"], "--minutes cannot be '0'; write a number above zero, up to 10000"),
      (["explore", "a", "--minutes", "10001"], "--minutes cannot be '10001'; write a number above zero, up to 10000"),
      (
        ["explore", "a", "--merge", "--detours"], "--merge joins findings and explores nothing; remove --detours"
      ),
      (["explore", "a", "--junit", "-"], "explore prints its findings; write the report into a file"),
      (["explore", "a", "--corpus="], "--corpus needs a value: --corpus DIR"),
      (["run", "a", "--walk"], "--walk is for explore"), (["run", "--seed", "a"], "--seed is for explore"),
      (["run", "--jobs", "a"], "--jobs cannot be 'a'; write a number from 1 to 1000"),
      (["accept", "a", "--junit", "t"], "--junit is for run and explore"),
      (["draw", "a", "--html", "p"], "--html is for run, accept, diff and explore"),
      (["run", "a", "--svg"], "--svg is for draw"), (["run", "a", "--animated"], "--animated is for draw"),
      (["--jobs", "2"], "--jobs is for run and explore"),
      (["--timeout", "2s"], "--timeout is for run, accept, graph, draw, explore and diff"),
      (["graph", "a", "--live"], "--live is for run, accept and draw"),
      (["rnu", "a"], "there is no command 'rnu'; did you mean run?"),
      (["a.flow"], "there is no command 'a.flow'"),
      (["explore", "a", "--time=5"], "there is no option --time=5; did you mean --timeout or --minutes?"),
      (["--colour"], "there is no option --colour; did you mean --color?"),
      (["--color=blue"], "--color cannot be 'blue'; write always, never or auto"),
      (["run", "a", "--jobs", "0"], "--jobs cannot be '0'; write a number from 1 to 1000"),
      (["run", "a", "--timeout", "0s"], "--timeout cannot be '0s'; write a time above zero, such as 30s"),
      (["run", "a", "--shard", "0/3"], "--shard cannot be '0/3'; write a part, such as 1/4"),
      (["run", "a", "--coverage=101"], "--coverage cannot be '101'; write a number from 0 to 100"),
      (["run", "a", "--coverage=nan"], "--coverage cannot be 'nan'; write a number from 0 to 100"),
      (["run", "a", "--trace=x"], "--trace takes no value; write --trace alone"),
      (
        ["run", "--junit", "a.flow", "b.flow"],
        "--junit cannot be 'a.flow': the report would replace a flow; name another file"
      ),
      (
        ["run", "a", "--html", "./a"],
        "--html cannot be './a': the report would replace a file that is read; name another file"
      ),
      (
        ["run", "a", "--trace-json=a.flow"],
        "--trace-json cannot be 'a.flow': the report would replace a flow; name another file"
      ),
      (
        ["draw", "a", "--svg=a"],
        "--svg cannot be 'a': the report would replace a file that is read; name another file"
      ),
      (
        ["run", "a", "--watch", "--html", "p"],
        "--watch runs some flows only, and writes no reports; remove --html"
      ),
      (
        ["run", "a", "--junit", "o", "--trace-json", "./o"],
        "--junit and --trace-json cannot both be './o'; name another file for one of them"
      ),
      (
        ["run", "a", "--html", "-", "--trace-json", "-"],
        "--html and --trace-json cannot both be '-'; name another file for one of them"
      ),
      (
        ["run", "x", "--coverage", "90"],
        "there is no file 90; if it is the value of --coverage, write --coverage=90"
      ),
      (["run", "--color", "never", "x"], "there is no file never; if it is the value of --color, write --color=never"),
      (["draw", "x", "--svg", "o.svg"], "there is no file o.svg; if it is the value of --svg, write --svg=o.svg"),
      (["graph", "--format", "png"], "--format cannot be 'png'; write dot, mermaid or text"),
    ]

  @Test("a wrong argument gives a message with the closest name", arguments: mistakes)
  func refused(_ arguments: [String], _ message: String) {
    #expect(throws: UsageError(description: message)) { try Arguments(arguments, options: Self.known) }
  }
}
