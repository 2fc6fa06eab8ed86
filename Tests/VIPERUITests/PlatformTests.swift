#if !canImport(UIKit) && !canImport(SwiftUI)
  import BuiltPackage
  import Effort
  import Testing

  @Suite struct PlatformTests {
    @Test(
      "the libraries for UI and the samples use only what a platform's frameworks have",
      .enabled(if: Effort.isFull, "TESTS=full builds the stand-ins"), arguments: StandInProgram.Platform.allCases
    )
    func platform(_ platform: StandInProgram.Platform) async throws {
      let folder = try #require(BuiltModules.folder, "the folder of built modules was not found beside the tests")
      let failed = try await onOwnThread { try StandInProgram(built: folder, for: platform).build()?.text }
      #expect(failed == nil, "\(failed ?? "")")
    }
  }
#endif
