import BuiltPackage
import Effort
import Fixtures
import Foundation
import Testing

@testable import REPL

/// A user's package, created here and built against this one: one module, one flow, a `main.swift` of five lines and a test of
/// one.
@Suite struct UserPackageTests {
  private static let built = BuiltPackage("user-package")

  private static let files = [
    "Package.swift": """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "notes",
      platforms: [.macOS(.v15)],
      dependencies: [.package(name: "swift-viper", path: "\(BuiltPackage.viper.path)")],
      targets: [
        .target(name: "Notes", dependencies: [.product(name: "REPL", package: "swift-viper")]),
        .executableTarget(name: "notes-app", dependencies: ["Notes"]),
        .testTarget(name: "NotesTests", dependencies: ["Notes"]),
      ],
      swiftLanguageModes: [.v6]
    )

    """,
    "Sources/Notes/Notes.swift": """
    import REPL
    import Signals
    import VIPER

    extension Route<Void, Never> { public static var notes: Self { Route("notes") } }

    @MainActor final class NotesPresenter: Presenter {
      let notes = MutableProperty<[String]>([])
      let text = MutableProperty("")
      let save: Command<Void, Void, Never>

      init() {
        let notes = notes, text = text
        save = Command(enabledIf: text.map { !$0.isEmpty }) { notes.modify { $0.append(text.value) } }
      }
    }

    extension Module {
      public static let notes = Module(.notes) { _, _ in
        let presenter = NotesPresenter()
        let view = ConsoleView(
          .list("notes", presenter.notes.readOnly, empty: "(no notes)", line: { $0 }),
          .field("text", presenter.text), .button("save", presenter.save))
        return Assembly(view: view, presenter: presenter)
      }
    }
    public let app = ConsoleApp("notes", home: "notes") {
      try Navigator(stage: $0.console, environment: $0.environment, modules: [.notes])
    }

    """,
    "Sources/notes-app/main.swift": """
    import Foundation
    import Notes
    import REPL

    exit(await app.main(Array(CommandLine.arguments.dropFirst())))

    """,
    "Tests/NotesTests/NotesTests.swift": """
    import Foundation
    import Notes
    import REPL
    import Testing

    @Test(arguments: ConsoleApp.flows(in: "../../Flows")) func flow(_ file: URL) async throws { try await app.verify(flow: file) }

    """,
    "Flows/first.flow": """
    # A note is kept.
    > :open notes
      (no notes)
      text: -
    notes> save
      ! save is disabled
    notes> text Buy milk
      text: Buy milk
    notes> save
      1. Buy milk

    """,
  ]

  private func run(_ arguments: [String]) async throws -> ToolRun {
    try await Self.built.run(arguments)
  }

  @Test(
    "it builds without a warning, passes its test, and has a program with everything",
    .enabled(if: Effort.isFull, "TESTS=full builds the package")
  )
  func package() async throws {
    try Self.built.write(Self.files)
    let test = try await run(["swift", "test", "--disable-xctest"] + BuiltPackage.ownCaches)
    #expect(test.code == 0, "\(test.text.suffix(3000))")
    #expect(test.text.contains("Test run with 1 test") && test.text.contains("passed"))
    #expect(!test.text.contains("warning:"))
    let program = ".build/debug/notes-app"
    #expect(try await run([program, "run", "Flows", "--coverage=100"]).text.contains("coverage: 100%"))
    #expect(try await run([program, "check", "Flows"]).code == 0)
    #expect(try await run([program, "graph"]).text == "notes\n  type text TEXT, save\n")
    #expect(
      try await run([program, "run", "Flows", "--jobs=2", "--tap=-"]).text.contains(
        "ok 1 - Flows/first.flow: A note is"))
    #expect(try await run([program]).text.contains("> :open notes\n  (no notes)\n  text: -\n"))
    // A flow that differs fails its test with the difference.
    let other = Self.built.folder.appendingPathComponent("Flows/second.flow")
    defer { try? FileManager.default.removeItem(at: other) }
    try "> :open notes\n  (many notes)\n".write(to: other, atomically: true, encoding: .utf8)
    let failed = try await run(["swift", "test", "--disable-xctest", "--skip-build"] + BuiltPackage.ownCaches)
    #expect(failed.code != 0 && failed.text.contains("-   (many notes)"), "\(failed.text.suffix(3000))")
  }

  @Test("a path without flows does not pass as none") @MainActor func noFlows() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path + "/Flows", withIntermediateDirectories: true)
    let files = ConsoleApp.flows(in: "Flows", file: folder.path + "/Tests.swift")
    #expect(files.map(\.path) == [folder.path + "/Flows"])
    for file in files { #expect(await !SmallApp.console().run(flow: file).passed) }
    try folder.write("Flows/b/x.flow", "> :quit\n")
    try folder.write("Flows/a.flow", "> :quit\n")
    #expect(
      ConsoleApp.flows(in: "Flows", file: folder.path + "/Tests.swift").map(\.lastPathComponent) == [
        "a.flow", "x.flow",
      ])
  }
}
