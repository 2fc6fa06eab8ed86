import Testing

@Suite struct GeneratorArgumentsTests {
  @Test("an invalid command line gives a message with the reason and the usage") func misuse() throws {
    try TestProject().expectRefusals(
      """
      >
      2 the module's name is missing; write one, such as Notes
      > Notes --witout tests
      2 there is no option --witout; did you mean --without?
      > Notes --dry-run=yes
      2 --dry-run takes no value; write --dry-run alone
      > Notes --target --dry-run
      2 --target needs a value: --target NAME
      > Notes --set Item
      2 --set cannot be 'Item'; write NAME=VALUE
      > Notes --set =Entry
      2 --set cannot be '=Entry'; write NAME=VALUE
      > shopping list
      2 unexpected argument 'list'. Put a name of several words in quotes
      > setup Notes
      2 unexpected argument 'Notes'
      > template list all
      2 unexpected argument 'all'
      > template install a b
      2 unexpected argument 'b'
      > template instal
      2 template has no command 'instal'; did you mean install?
      > template
      2 template has no command ''; there are list, search, show, create, install
      > template search
      2 template search needs a word to search for
      > template create
      2 template create needs a name
      > Notes --branch main
      2 --branch is for template install
      > setup --set Item=Entry
      2 --set is for NAME
      > template create x --company Acme
      2 --company is for NAME and setup
      """)
  }

  @Test("values may be joined to their options") func forms() throws {
    let project = try TestProject()
    let apart = project.run("Notes", "--dry-run", "--target", "Base", "--without", "tests, flow", "--set", "Item=Entry")
    #expect(apart == project.run("Notes", "--dry-run", "--target=Base", "--without=tests,flow", "--set=Item=Entry"))
    #expect(apart.code == 0)
  }

  @Test("help lists all commands and options") func help() throws {
    let project = try TestProject(), help = project.run("--help"), lines = help.text.split(separator: "\n")
    #expect(project.run("Notes", "-h") == help)
    #expect(
      lines.first
        == "  viper-generate NAME                     writes a module that builds, passes its tests and its flow")
    #expect(lines.last == "exit codes: 0 done, 1 refused or failed, 2 bad usage, 69 a named item does not exist")
    #expect(lines.filter { $0.count > 120 } == [])
    #expect(help.missing("\n  --without LAYERS ", "\n  --dry-run ") == [])
  }
}
