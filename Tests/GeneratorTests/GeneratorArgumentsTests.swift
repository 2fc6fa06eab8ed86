import Testing

@Suite struct GeneratorArgumentsTests {
  @Test(
    "an invalid command line gives a message with the reason and the usage",
    arguments: [
      ([], "the module's name is missing; write one, such as Notes"),
      (["--dry-run"], "the module's name is missing; write one, such as Notes"),
      (["Notes", "--witout", "tests"], "there is no option --witout; did you mean --without?"),
      (["Notes", "--color"], "there is no option --color"),
      (["Notes", "-f"], "there is no option -f"),
      (["Notes", "--dry-run=yes"], "--dry-run takes no value; write --dry-run alone"),
      (["Notes", "--target"], "--target needs a value: --target NAME"),
      (["Notes", "--target", "--dry-run"], "--target needs a value: --target NAME"),
      (["Notes", "--target="], "--target needs a value: --target NAME"),
      (["Notes", "--set", "Item"], "--set cannot be 'Item'; write NAME=VALUE"),
      (["Notes", "--set", "=Entry"], "--set cannot be '=Entry'; write NAME=VALUE"),
      (["shopping", "list"], "unexpected argument 'list'. Put a name of several words in quotes"),
      (["setup", "Notes"], "unexpected argument 'Notes'"),
      (["template", "list", "all"], "unexpected argument 'all'"),
      (["template", "install", "a", "b"], "unexpected argument 'b'"),
      (["template", "instal"], "there is no command 'template instal'; did you mean template install?"),
      (["template"], "there is no command 'template '; there are list, search, show, create, install"),
      (["template", "search"], "template search needs a word to search for"),
      (["template", "create"], "template create needs a name"),
      (["template", "show"], "template show needs a name"),
      (["Notes", "--branch", "main"], "--branch is for template install"),
      (["setup", "--set", "Item=Entry"], "--set is for NAME"),
      (["template", "create", "x", "--company", "Acme"], "--company is for NAME and setup"),
    ])
  func misuse(arguments: [String], message: String) throws {
    let answer = try TestProject().run(arguments: arguments)
    #expect(answer.code == 2 && answer.text.isEmpty)
    #expect(answer.errors == "viper-generate: \(message)\nviper-generate --help lists commands and options\n")
  }

  @Test("values may be joined to their options; help lists all commands and options") func forms() throws {
    let project = try TestProject()
    let apart = project.run("Notes", "--dry-run", "--target", "Base", "--without", "tests, flow", "--set", "Item=Entry")
    let joined = project.run("Notes", "--dry-run", "--target=Base", "--without=tests,flow", "--set=Item=Entry")
    #expect(apart.code == 0 && apart == joined)
    for help in [project.run("--help"), project.run("Notes", "-h"), project.run("setup", "--help")] {
      #expect(help.code == 0 && help == project.run("--help"))
    }
    let lines = project.run("--help").text.split(separator: "\n")
    #expect(
      lines.first
        == "  viper-generate NAME                     writes a module that builds, passes its tests and its flow")
    #expect(lines.contains { $0.hasPrefix("  --without LAYERS ") })
    #expect(
      lines.last == "exit codes: 0 done, 1 not done and nothing written, 2 bad usage, 69 a named item does not exist")
    #expect(lines.allSatisfy { $0.count <= 120 })
  }
}
