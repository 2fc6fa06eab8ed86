import Foundation
import Generator
import Testing

@Suite struct ModulePlanTests {
  /// Runs a command line that has to be refused, and expects that no file has changed.
  private func refusal(_ project: TestProject, _ arguments: [String]) -> (code: Int32, message: String) {
    let before = project.files, answer = project.run(arguments: arguments)
    #expect(project.files == before)
    let message = answer.errors.split(separator: "\n").first ?? ""
    return (answer.code, String(message.dropFirst("viper-generate: ".count)))
  }

  @Test(
    "a missing name gives a message with the nearest name",
    arguments: [
      (["Notes", "--template", "modul"], 69, "there is no template 'modul'; did you mean module?"),
      (["Notes", "--template", "viper"], 69, "there is no template 'viper'; there are module, screen"),
      (["Notes", "--without", "test"], 2, "the template 'module' has no layer 'test'; did you mean tests?"),
      (
        ["Notes", "--without", "presenter"], 2,
        "the template 'module' has no layer 'presenter'; there are datamanager, interactor, tests, flow"
      ),
      (["Notes", "--set", "item=Entry"], 2, "the template 'module' has no parameter 'item'; did you mean Item?"),
      (["Notes", "--set", "Colour=Red"], 2, "the template 'module' has no parameter 'Colour'; there are Item"),
      (
        ["Notes", "--template", "screen", "--set", "Item=Entry"], 2,
        "the template 'screen' has no parameter 'Item'; it has none"
      ),
      (
        ["Notes", "--set", "Item=entry"], 2,
        "--set Item=entry: write a word that can name a type and a variable, such as Entry"
      ),
      (
        ["Notes", "--set", "Item=Class"], 2,
        "--set Item=Class: write a word that can name a type and a variable, such as Entry"
      ),
      (
        ["Notes", "--set", "Item=Texts"], 2,
        "two files would have the path Sources/App/Notes/NotesTexts.swift: choose other values for --set"
      ),
      (
        ["Notes", "--set", "Item=Failure"], 2,
        "NotesFailure would be declared twice, in Sources/App/Notes/NotesFailure.swift and in "
          + "Sources/App/Notes/NotesInteractor.swift: choose other values for --set"
      ),
      (["Notes", "--target", "Bse"], 69, "Package.swift has no target 'Bse'; did you mean Base?"),
      (
        ["Notes", "--target", "AppTests"], 69,
        "Package.swift has no target 'AppTests'; there are App, Base, app-program"
      ),
      (
        ["Notes", "--modules", "/tmp"], 2,
        "--modules cannot be '/tmp': write a path inside of the package, such as Sources/App"
      ),
      (
        ["Notes", "--tests", "../Tests"], 2,
        "--tests cannot be '../Tests': write a path inside of the package, such as Sources/App"
      ),
      (["Notes", "--flows", "."], 2, "--flows cannot be '.': write a path inside of the package, such as Sources/App"),
      (
        ["Notes", "--root", "Sources/Ap.swift"], 69,
        "there is no Sources/Ap.swift, which should be the composition root; name another one: --root FILE"
      ),
      (
        ["Notes", "--root", "../outside/main.swift"], 2,
        "--root cannot be '../outside/main.swift': write a path inside of the package, such as Sources/App/App.swift"
      ),
      (["2048"], 2, "'2048' cannot be a name: Swift names begin with a letter; write a name such as Game2048"),
    ] as [([String], Int32, String)])
  func misuse(arguments: [String], code: Int32, message: String) throws {
    let refusal = try refusal(TestProject(), arguments)
    #expect(refusal.code == code && refusal.message == message)
  }

  @Test(
    "a module whose types would hide those of the libraries is refused",
    arguments: [
      (["Store"], "StoreFailure", "Services", "Sources/App/Store/StoreInteractor.swift"),
      (["Marble"], "MarbleFailure", "SignalsTesting", "Sources/App/Marble/MarbleInteractor.swift"),
      (
        ["Console", "--template", "screen"], "ConsoleTexts", "REPL", "Sources/App/Console/ConsoleTexts.swift"
      ),
      (["Aged", "--set", "Item=Cache"], "AgedCache", "Services", "Sources/App/Aged/AgedCache.swift"),
    ])
  func libraryTypes(arguments: [String], type: String, library: String, path: String) throws {
    let refusal = try refusal(TestProject(), arguments)
    #expect(
      refusal == (
        1, "the library \(library) already has a type \(type), which the one in \(path) would hide. Choose another name"
      ))
  }

  @Test(
    "a word for a parameter is refused where it is a name in the template's code",
    arguments: [
      ("Store", "store", "Code/__Name__Interactor.swift"), ("All", "all", "Code/__Name__Interactor.swift"),
      ("Text", "text", "Code/__Name__Interactor.swift"),
    ])
  func words(value: String, name: String, file: String) throws {
    let refusal = try refusal(TestProject(), ["Shops", "--set", "Item=\(value)"])
    #expect(
      refusal == (
        2,
        "--set Item=\(value): '\(name)' already has a meaning in the template's \(file); "
          + "choose another word, such as Entry"
      ))
    // The value is allowed if that file is not written. The template's own defaults are not checked.
    #expect(try TestProject().run("Shops", "--set", "Item=\(value)", "--without", "interactor").code == 0)
  }

  @Test("an existing module is not overwritten, and its template is named") func existing() throws {
    let project = try TestProject()
    project.run("Notes", "--template", "screen")
    let hint = "Choose another name, or add --overwrite; with --dry-run it only shows the changes"
    for arguments in [["Notes"], ["notes", "--template", "screen"], ["Notes", "--dry-run"]] {
      let refusal = refusal(project, arguments)
      #expect(refusal.code == 1)
      #expect(refusal.message == "Notes already exists, of the template 'screen': Sources/App/Notes. \(hint)")
    }
    project.run("Other", "--without", "interactor")
    #expect(
      refusal(project, ["Other"]).message
        == "Other already exists, of the template 'module': Sources/App/Other. \(hint)")
  }

  @Test("overwriting a module of another template removes that template's files and keeps the user's own")
  func overwriting() throws {
    let project = try TestProject(), fresh = try TestProject()
    project.run("Notes")
    let own = "struct NotesHelp {}\n"
    try project.write("Sources/App/Notes/NotesHelp.swift", own)
    let dry = project.run("Notes", "--template", "screen", "--overwrite", "--dry-run")
    #expect(dry.text.contains("Sources/App/Notes/NotesInteractor.swift (removed)"))
    #expect(dry.text.contains("\n--- a/Sources/App/Notes/NotesInteractor.swift\n+++ /dev/null\n"))
    #expect(project.run("Notes", "--template", "screen", "--overwrite").code == 0)
    fresh.run("Notes", "--template", "screen")
    try fresh.write("Sources/App/Notes/NotesHelp.swift", own)
    #expect(project.files == fresh.files)
    // Also without a layer.
    #expect(project.run("Notes", "--overwrite").code == 0)
    #expect(project.run("Notes", "--overwrite", "--without", "flow").text.contains("written: 3 removed\n"))
    #expect(project.text("Flows/Notes/list.flow") == nil)
  }

  @Test("a folder of that name that no template has written is left alone, even with --overwrite") func otherKind()
    throws
  {
    let project = try TestProject(["Sources/App/Notes/Model.swift": "struct Model {}\n"])
    for arguments in [["Notes"], ["Notes", "--overwrite"]] {
      let refusal = refusal(project, arguments)
      #expect(refusal.code == 1)
      #expect(
        refusal.message
          == "Notes already exists, and no template has written it: Sources/App/Notes/Model.swift. "
          + "Choose another name, or move it away")
    }
  }

  @Test("types, files and routes of that name elsewhere are refused before they fail to build or to start")
  func conflicts() throws {
    let type = try TestProject(["Sources/App/Old/Old.swift": "/* class A */ public final class NotesPresenter {}\n"])
    #expect(
      refusal(type, ["Notes"]) == (
        1, "NotesPresenter is already declared, in Sources/App/Old/Old.swift. Choose another name"
      ))
    #expect(type.run("Notes", "--template", "screen").code == 0)
    let file = try TestProject(["Tests/AppTests/NotesFlowTests.swift": ""])
    #expect(
      refusal(file, ["Notes"]) == (
        1,
        "there is already a file Tests/AppTests/NotesFlowTests.swift, and file names are unique in a target. Choose another name"
      ))
    let route = try TestProject([
      "Sources/Base/Routes.swift": "extension Route<Void, Never> {\n  static var memos: Self { Route(\"notes\") }\n}\n"
    ])
    #expect(
      refusal(route, ["Notes"]) == (
        1, "the route 'notes' is already declared, in Sources/Base/Routes.swift. Choose another name"
      ))
  }

  @Test("there is a warning about files that the package does not build") func warnings() throws {
    let project = try TestProject()
    let elsewhere = project.run(
      "Notes", "--dry-run", "--modules", "Sources/Base/", "--tests", "Tests", "--without", "tests")
    #expect(elsewhere.text.contains("\nwarning: Sources/Base is not in Sources/App, the folder of the target 'App'\n"))
    #expect(elsewhere.text.contains("\nwarning: Tests is not in Tests/AppTests, the folder of the tests of 'App'\n"))
    #expect(!elsewhere.text.contains("warning: the target 'AppTests'"))
    let untested = project.run("Notes", "--dry-run", "--target", "Base")
    #expect(
      untested.text.contains(
        "\nwarning: Package.swift has no test target that depends on 'Base': the tests are not built\n"))
    #expect(untested.text.contains("Tests/BaseTests/Notes/NotesFlowTests.swift (new)"))
    // The app imports a module of another target.
    #expect(untested.text.contains("\n+import Base\n"))
  }

  @Test("there is a warning if the composition root cannot import the module's target")
  func rootWarning()
    throws
  {
    let manifest = TestProject.manifest.replacing(
      ".target(name: \"Base\"", with: ".target(name: \"Lone\"),\n.target(name: \"Base\"")
    let project = try TestProject(["Package.swift": manifest])
    let warning =
      "\nwarning: the target 'App' of the composition root does not depend on 'Lone'; "
      + "add to its dependencies in Package.swift: \"Lone\"\n"
    #expect(project.run("Notes", "--dry-run", "--target", "Lone", "--add-route").text.contains(warning))
    let above = project.run("Notes", "--dry-run", "--target", "app-program", "--add-route").text
    #expect(
      above.contains(
        "\nwarning: the target 'App' of the composition root cannot import 'app-program', which depends on it; "
          + "choose another target: --target NAME\n"))
    for target in ["Base", "App"] {
      let text = project.run("Notes", "--dry-run", "--target", target, "--add-route").text
      #expect(text.contains("would add the module to the app:") && !text.contains("of the composition root"))
    }
  }

  @Test("a layer that only a left-out layer needs is left out, too, with a note") func layers() throws {
    let answer = try TestProject().run("Notes", "--without", "interactor")
    #expect(answer.text.contains("\n  without      datamanager, interactor\n"))
    #expect(answer.text.contains("\nnote: without interactor, datamanager is left out, too: no other layer uses it\n"))
    #expect(!answer.text.contains("Services"))
  }

  @Test("of several test targets, the module uses the one that contains its tests' folder") func testTargets() throws {
    let manifest = TestProject.manifest.replacing(
      ".testTarget(name: \"AppTests\"",
      with: ".testTarget(name: \"OtherTests\", dependencies: [\"App\"]),\n.testTarget(name: \"AppTests\"")
    let project = try TestProject(["Package.swift": manifest])
    let answer = project.run("Notes", "--dry-run", "--tests", "Tests/AppTests")
    #expect(answer.code == 0 && !answer.text.contains("is not in"), "\(answer.text)")
  }

  @Test("tests find their flows in any folder") func wayToFlows() throws {
    let project = try TestProject()
    project.run("Notes", "--flows", "Tests/AppTests/Flows")
    #expect(project.text("Tests/AppTests/Notes/NotesFlowTests.swift")?.contains("(in: \"../Flows/Notes\")") == true)
    project.run("Other")
    #expect(
      project.text("Tests/AppTests/Other/OtherFlowTests.swift")?.contains("(in: \"../../../Flows/Other\")") == true)
  }

  @Test("a package without a target for modules is refused") func noTarget() throws {
    let project = try TestProject([
      "Package.swift": "// swift-tools-version: 6.2\nimport PackageDescription\nlet package = Package(name: \"app\")\n"
    ])
    let refusal = refusal(project, ["Notes"])
    #expect(refusal.code == 69)
    #expect(
      refusal.message
        == "Package.swift has no target for a module; add one, or name it: --target NAME")
  }
}
