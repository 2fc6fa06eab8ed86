#if !canImport(UIKit) && !canImport(SwiftUI)
  import FoundationEssentials
  import BuiltPackage
  import Testing

  @Suite struct StandInProgramTests {
    @Test(
      "the library compiles against the stand-ins without a warning, its tests pass, and so compile the samples of its page and of the README, and an app with the settings of Swift 6.2"
    )
    func tests() async throws {
      let folder = try #require(BuiltModules.folder, "the folder of built modules was not found beside the tests")
      try await onOwnThread {
        let program = StandInProgram(built: folder)
        if let failed = try program.build() {
          Issue.record("\(failed.text)")
          return
        }
        let run = try ToolRun([program.path])
        #expect(run.succeeded, "\(run.text)")
        // Checked, because a filter that matches nothing passes, too.
        #expect(run.text.contains(#/Test run with [0-9]{2,} tests/#), "\(run.text)")
        for page in ["Sources/VIPER/VIPER.docc/UIKitAndSwiftUI.md", "README.md"] {
          let check = try program.check(samplesOf: BuiltPackage.viper.appendingPathComponent(page))
          #expect(check.succeeded, "\(check.text)")
        }
        let app = try program.checkModernApp()
        #expect(app.succeeded, "\(app.text)")
      }
    }
  }
#endif
