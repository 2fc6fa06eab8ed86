#if !canImport(UIKit) && !canImport(SwiftUI)
  import BuiltPackage
  import Effort
  import FoundationEssentials
  import Testing

  @Suite struct StandInProgramTests {
    @Test(
      "the library compiles against the stand-ins without a warning, its tests pass, and so compile the samples of its page and of the README, and an app with the settings of Swift 6.2",
      .enabled(if: Effort.isFull, "TESTS=full builds the stand-ins")
    )
    func tests() async throws {
      let folder = try #require(BuiltModules.folder, "the folder of built modules was not found beside the tests")
      let problems = try await onOwnThread {
        let program = StandInProgram(built: folder)
        if let failed = try program.build() { return [failed.text] }
        // The stand-ins are one screen for all tests.
        let run = try ToolRun([program.path, "--no-parallel"])
        // A filter that matches nothing passes, too.
        let passed = run.succeeded && run.text.contains(#/Test run with [0-9]{2,} tests/#)
        let pages = [
          "Sources/VIPER/VIPER.docc/UIKitAndSwiftUI.md", "Sources/REPL/REPL.docc/BuildingALogin.md", "README.md",
        ]
        let checks = try pages.map(program.check(samplesOf:)) + [program.checkModernApp()]
        return (passed ? [] : [run.text]) + checks.filter { !$0.succeeded }.map(\.text)
      }
      #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
    }
  }
#endif
