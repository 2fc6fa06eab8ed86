import Testing

@testable import REPL

@Suite struct ArgumentsTests {
  private static let known = [
    ConsoleOption("data", value: "DIR", help: "where"), ConsoleOption("color", value: "W", help: ""),
  ]

  @Test(
    "a command line is understood",
    arguments: [
      ([], Arguments.session(options: [:])),
      (["--data", "d"], .session(options: ["data": "d"])),
      (["--data=d=e", "--color=no"], .session(options: ["data": "d=e", "color": "no"])),
      (["--data", "-"], .session(options: ["data": "-"])),
      (["run", "a", "b"], .run(["a", "b"], options: [:])),
      (["run", "--data", "d", "a"], .run(["a"], options: ["data": "d"])),
      (["--data", "d", "accept", "a"], .accept(["a"], options: ["data": "d"])),
      (["--help"], .help), (["-h"], .help), (["run", "a", "--help"], .help),
    ])
  func understood(_ arguments: [String], _ meaning: Arguments) throws {
    #expect(try Arguments(arguments, options: Self.known) == meaning)
  }

  @Test(
    "what is wrong is said, with the closest name",
    arguments: [
      (["run"], "run needs the path of a flow or a folder of flows"),
      (["accept"], "accept needs the path of a flow or a folder of flows"),
      (["rnu", "a"], "there is no command 'rnu'; did you mean run?"),
      (["acept", "a"], "there is no command 'acept'; did you mean accept?"),
      (["a.flow"], "there is no command 'a.flow'"),
      (["--dta", "d"], "there is no option --dta; did you mean --data?"),
      (["--hlep"], "there is no option --hlep; did you mean --help?"),
      (["-data", "d"], "there is no option -data; did you mean --data?"),
      (["--xyzzy"], "there is no option --xyzzy"), (["--"], "there is no option --"),
      (["--data"], "--data needs a value"), (["--data=", "run"], "--data needs a value"),
      (["--data", "--color", "no"], "--data needs a value"), (["--data", ""], "--data needs a value"),
    ])
  func refused(_ arguments: [String], _ message: String) {
    #expect(throws: UsageError(description: message)) { try Arguments(arguments, options: Self.known) }
  }
}
