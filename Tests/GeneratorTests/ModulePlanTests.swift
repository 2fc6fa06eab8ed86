import Foundation
import Generator
import Testing

@Suite struct ModulePlanTests {
  @Test("a missing or invalid name gives a message with the nearest or a valid one") func misuse() throws {
    try TestProject().expectRefusals(
      """
      > Notes --template modul
      69 there is no template 'modul'; did you mean module?
      > Notes --template viper
      69 there is no template 'viper'; there are module, screen
      > Notes --without test
      2 the template 'module' has no layer 'test'; did you mean tests?
      > Notes --without presenter
      2 the template 'module' has no layer 'presenter'; there are store, interactor, tests, flow
      > Notes --set item=Entry
      2 the template 'module' has no parameter 'item'; did you mean Item?
      > Notes --set Colour=Red
      2 the template 'module' has no parameter 'Colour'; there are Item
      > Notes --template screen --set Item=Entry
      2 the template 'screen' has no parameter 'Item'; it has none
      > Notes --set Item=entry
      2 --set Item=entry: write a word that can name a type and a variable, such as Entry
      > Notes --set Item=Class
      2 --set Item=Class: write a word that can name a type and a variable, such as Entry
      > Notes --set Item=Texts
      2 two files would have the path Sources/App/Notes/NotesTexts.swift: choose other values for --set
      > Notes --set Item=Failure
      2 NotesFailure would be declared twice, in Sources/App/Notes/NotesFailure.swift and in \
      Sources/App/Notes/NotesInteractor.swift: choose other values for --set
      > Notes --target Bse
      69 Package.swift has no target 'Bse'; did you mean Base?
      > Notes --target AppTests
      69 Package.swift has no target 'AppTests'; there are App, Base, app-program
      > Notes --modules /tmp
      2 --modules cannot be '/tmp': write a path inside of the package, such as Sources/App
      > Notes --tests ../Tests
      2 --tests cannot be '../Tests': write a path inside of the package, such as Sources/App
      > Notes --flows .
      2 --flows cannot be '.': write a path inside of the package, such as Sources/App
      > Notes --root Sources/Ap.swift
      69 there is no Sources/Ap.swift, which should be the composition root; name another one: --root FILE
      > Notes --root ../outside/main.swift
      2 --root cannot be '../outside/main.swift': write a path inside of the package, such as Sources/App/App.swift
      > 2048
      2 '2048' cannot be a name: Swift names begin with a letter; write a name such as Game2048
      """)
  }

  @Test("a type that would hide one of the libraries is refused, and so is a word that has a meaning in a template")
  func libraryTypes() throws {
    let project = try TestProject()
    project.expectRefusals(
      """
      > Store
      1 the library Services already has a type StoreFailure, which the one in Sources/App/Store/StoreInteractor.swift \
      would hide. Choose another name
      > Marble
      1 the library SignalsTesting already has a type MarbleFailure, which the one in \
      Sources/App/Marble/MarbleInteractor.swift would hide. Choose another name
      > Console --template screen
      1 the library REPL already has a type ConsoleTexts, which the one in Sources/App/Console/ConsoleTexts.swift would \
      hide. Choose another name
      > Retry --set Item=Policy
      1 the library Services already has a type RetryPolicy, which the one in Sources/App/Retry/RetryPolicy.swift would \
      hide. Choose another name
      > Shops --set Item=Store
      2 --set Item=Store: 'store' already has a meaning in the template's Code/__Name__Interactor.swift; choose another \
      word, such as Entry
      > Shops --set Item=All
      2 --set Item=All: 'all' already has a meaning in the template's Code/__Name__Interactor.swift; choose another word, \
      such as Entry
      > Shops --set Item=Text
      2 --set Item=Text: 'text' already has a meaning in the template's Code/__Name__Interactor.swift; choose another \
      word, such as Entry
      """)
    // The words are allowed if that file is not written. The template's own defaults are not checked.
    for word in ["Store", "All", "Text"] {
      #expect(project.run("\(word)Shops", "--set", "Item=\(word)", "--without", "interactor").code == 0)
    }
  }

  @Test("an existing module is not overwritten, and its template is named; a folder without one is left alone")
  func existing() throws {
    let project = try TestProject(["Sources/App/Mine/Model.swift": "struct Model {}\n"])
    project.run("Notes", "--template", "screen")
    project.run("Other", "--without", "interactor")
    let hint = "Choose another name, or add --overwrite; with --dry-run it only shows the changes"
    project.expectRefusals(
      """
      > Notes
      1 Notes already exists, of the template 'screen': Sources/App/Notes. \(hint)
      > notes --template screen
      1 Notes already exists, of the template 'screen': Sources/App/Notes. \(hint)
      > Notes --dry-run
      1 Notes already exists, of the template 'screen': Sources/App/Notes. \(hint)
      > Other
      1 Other already exists, of the template 'module': Sources/App/Other. \(hint)
      > Mine
      1 Mine already exists, and no template has written it: Sources/App/Mine/Model.swift. Choose another name, or move \
      it away
      > Mine --overwrite
      1 Mine already exists, and no template has written it: Sources/App/Mine/Model.swift. Choose another name, or move \
      it away
      """)
  }

  @Test("overwriting a module of another template removes that template's files and keeps the user's own")
  func overwriting() throws {
    let project = try TestProject(), fresh = try TestProject(), help = "Sources/App/Notes/NotesHelp.swift"
    project.run("Notes")
    try project.write(help, "struct NotesHelp {}\n")
    let dry = project.run("Notes", "--template", "screen", "--overwrite", "--dry-run")
    let path = "Sources/App/Notes/NotesInteractor.swift"
    #expect(dry.missing("\(path) (removed)", "\n--- a/\(path)\n+++ /dev/null\n") == [])
    project.run("Notes", "--template", "screen", "--overwrite")
    fresh.run("Notes", "--template", "screen")
    try fresh.write(help, "struct NotesHelp {}\n")
    #expect(project.files == fresh.files)
    // Also without a layer.
    project.run("Notes", "--overwrite")
    let without = project.run("Notes", "--overwrite", "--without", "flow")
    #expect(without.missing("written: 3 removed\n") == [] && project.text("Flows/Notes/list.flow") == nil)
  }

  @Test("types, files and routes of that name elsewhere are refused before they fail to build or to start")
  func conflicts() throws {
    let project = try TestProject([
      "Sources/App/Old/Old.swift": "/* class A */ public final class NotesPresenter {}\n",
      "Tests/AppTests/FilesFlowTests.swift": "",
      "Sources/Base/Routes.swift": "extension Route<Void, Never> {\n  static var memos: Self { Route(\"links\") }\n}\n",
    ])
    project.expectRefusals(
      """
      > Notes
      1 NotesPresenter is already declared, in Sources/App/Old/Old.swift. Choose another name
      > Files
      1 there is already a file Tests/AppTests/FilesFlowTests.swift, and file names are unique in a target. Choose \
      another name
      > Links
      1 the route 'links' is already declared, in Sources/Base/Routes.swift. Choose another name
      """)
    #expect(project.run("Notes", "--template", "screen").code == 0)
  }

  @Test("there is a warning about files that the package does not build, and about a root that cannot import them")
  func warnings() throws {
    let manifest = TestProject.manifest.replacing(
      ".target(name: \"Base\"", with: ".target(name: \"Lone\"),\n.target(name: \"Base\"")
    let project = try TestProject(["Package.swift": manifest])
    func warnings(_ options: String...) -> [Substring] {
      project.run(arguments: ["Notes", "--dry-run", "--add-route"] + options).text.split(separator: "\n").filter {
        $0.hasPrefix("warning: ") && !$0.contains(", which the module")
      }
    }
    let rows: [([Substring], String)] = [
      (
        warnings("--modules", "Sources/Base/", "--tests", "Tests"),
        """
        warning: Sources/Base is not in Sources/App, the folder of the target 'App'
        warning: Tests is not in Tests/AppTests, the folder of the tests of 'App'
        """
      ),
      (
        warnings("--modules", "Sources/Base/", "--tests", "Tests", "--without", "tests"),
        "warning: Sources/Base is not in Sources/App, the folder of the target 'App'"
      ),
      (
        warnings("--target", "Base"),
        """
        warning: Package.swift has no test target that depends on 'Base', so the tests are not built; add one: \
        .testTarget(name: "BaseTests", dependencies: ["Base", .product(name: "Signals", package: "swift-viper"), \
        .product(name: "VIPER", package: "swift-viper"), .product(name: "REPL", package: "swift-viper"), \
        .product(name: "Services", package: "swift-viper"), .product(name: "SignalsTesting", package: "swift-viper"), \
        .product(name: "VIPERTesting", package: "swift-viper")])
        """
      ),
      (
        warnings("--target", "Lone", "--without", "tests"),
        """
        warning: the target 'App' of the composition root does not depend on 'Lone'; add to its dependencies in \
        Package.swift: "Lone"
        """
      ),
      (
        warnings("--target", "app-program", "--without", "tests"),
        """
        warning: the target 'App' of the composition root cannot import 'app-program', which depends on it; choose \
        another target: --target NAME
        """
      ),
    ]
    for (found, expected) in rows { #expect(found == expected.split(separator: "\n")) }
    // The app imports a module of another target.
    let base = project.run("Notes", "--dry-run", "--target", "Base")
    #expect(base.missing("Tests/BaseTests/Notes/NotesFlowTests.swift (new)", "\n+import Base\n") == [])
    // Tests that the package does not build are no next step.
    let untested = project.run("Notes", "--target", "Base")
    #expect(untested.missing("\n  start the app, and type :open notes\n", "swift test") == ["swift test"])
  }

  @Test(
    "a layer that only a left-out layer needs is left out, too; of several test targets, that of the folder is used")
  func layers() throws {
    let manifest = TestProject.manifest.replacing(
      ".testTarget(name: \"AppTests\"",
      with: ".testTarget(name: \"OtherTests\", dependencies: [\"App\"]),\n.testTarget(name: \"AppTests\"")
    let answer = try TestProject(["Package.swift": manifest]).run(
      "Notes", "--dry-run", "--without", "interactor", "--tests", "Tests/AppTests")
    let note = "\nnote: without interactor, store is left out, too: no other layer uses it\n"
    #expect(answer.missing("\n  without      interactor, store\n", note) == [])
    #expect(!answer.text.contains("Services") && !answer.text.contains("is not in"), "\(answer.text)")
  }

  @Test("a description ends with a full stop, unless it already ends like a sentence") func description() throws {
    let rows = [
      ("The weather of a city", "The weather of a city."), ("Shows all.", "Shows all."), ("Why?", "Why?"),
      ("今日天气。", "今日天气。"), ("Reads \"all\"", "Reads \"all\"."),
    ]
    for (given, written) in rows {
      let project = try TestProject()
      project.run("Notes", "--template", "screen", "--description", given)
      #expect(project.text("Sources/App/Notes/NotesRoute.swift")?.contains("  /// \(written)\n") == true, "\(given)")
    }
  }

  @Test("without a store, no comment says what cannot be done") func comments() throws {
    let project = try TestProject()
    project.run("Notes", "--without", "store")
    let text = project.text("Sources/App/Notes/NotesInteractor.swift")
    #expect(text?.contains("Failure: Error") == true && text?.contains("cannot") == false)
  }

  @Test("tests find their flows in any folder; a package without a target for modules is refused")
  func wayToFlows() throws {
    let project = try TestProject()
    project.run("Notes", "--flows", "Tests/AppTests/Flows")
    project.run("Other")
    let texts = ["Notes", "Other"].map { project.text("Tests/AppTests/\($0)/\($0)FlowTests.swift") ?? "" }
    let ways = ["(in: \"../Flows/Notes\")", "(in: \"../../../Flows/Other\")"]
    #expect(zip(texts, ways).allSatisfy { $0.contains($1) }, "\(texts)")
    try project.write(
      "Package.swift",
      "// swift-tools-version: 6.3\nimport PackageDescription\nlet package = Package(name: \"app\")\n")
    project.expectRefusals(
      """
      > Third
      69 Package.swift has no target for a module; add one, or name it: --target NAME
      """)
  }
}
