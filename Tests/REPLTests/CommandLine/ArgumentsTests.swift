import REPL
import Testing

@Suite struct ArgumentsTests {
  private let known = [ConsoleOption("data", value: "DIR", help: "")]

  @Test(
    "arguments are a session, run, accept or help, with the app's options anywhere",
    arguments: [
      ([], .session(options: [:])), (["--data", "x"], .session(options: ["data": "x"])),
      (["--data=x=y"], .session(options: ["data": "x=y"])), (["run", "a", "b"], .run(["a", "b"], options: [:])),
      (["--data", "x", "run", "a"], .run(["a"], options: ["data": "x"])),
      (["run", "a", "--data=x"], .run(["a"], options: ["data": "x"])), (["accept", "a"], .accept(["a"], options: [:])),
      (["--help"], .help), (["-h"], .help), (["run", "--help"], .help),
    ] as [([String], Arguments)]) func read(_ arguments: [String], _ expected: Arguments) throws
  {
    #expect(try Arguments(arguments, options: known) == expected)
  }

  @Test(
    "what is wrong is told with what to do",
    arguments: [
      (["--dtaa", "x"], "there is no option '--dtaa'; did you mean --data?"),
      (["--zzz"], "there is no option '--zzz'; --help lists them"),
      (["-data", "x"], "there is no option '-data'; did you mean --data?"),
      (["--data"], "--data needs a value; write --data DIR"), (["--data="], "--data needs a value; write --data DIR"),
      (["--data", "--help"], "--data needs a value; write --data DIR"),
      (["run"], "run needs the path of a flow or of a folder of flows; write run PATH…"),
      (["accept"], "accept needs the path of a flow or of a folder of flows; write accept PATH…"),
      (["rnu", "x"], "there is no command 'rnu'; did you mean 'run'?"),
      (["frobnicate"], "there is no command 'frobnicate'; --help lists them"),
    ]) func refused(_ arguments: [String], _ message: String)
  {
    #expect(throws: UsageError(description: message)) { try Arguments(arguments, options: known) }
  }
}
