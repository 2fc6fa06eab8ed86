import Generator
import Testing

@Suite struct PackageManifestTests {
  @Test("targets are read with their paths and what they depend on; comments and products are none") func targets() {
    let targets = PackageManifest(TestProject.manifest).targets
    #expect(targets.map(\.name) == ["App", "Base", "app-program", "AppTests"])
    #expect(targets.map(\.path) == ["Sources/App", "Sources/Base", "Program", "Tests/AppTests"])
    #expect(targets.map(\.isTest) == [false, false, false, true])
    #expect(targets.last?.dependencies == ["App", "VIPER"])
    #expect(targets[2].dependencies == ["App"])
  }

  @Test("brackets, quotes and marks of comments in strings and comments mislead nobody") func quotes() {
    let text = #"""
      let note = "a ) of \("inner ) string" + ")") /* no comment"
      let raw = #"\ " ) // "#
      let long = """
        .target(name: "InAString")
        """
      let targets: [Target] = [
        /* .target(name: "A") /* nested ) */ */
        .target(name: "First", dependencies: ["B", /* "C", */ .byName(name: "D")]),  // )
        .target(name: "Second"),
      ]
      """#
    #expect(PackageManifest(text).targets.map(\.name) == ["First", "Second"])
    #expect(PackageManifest(text).target("First")?.dependencies == ["B", "D"])
    #expect(PackageManifest(".target(name: \"Open\"").targets.isEmpty)
    #expect(PackageManifest("\"").targets.isEmpty && PackageManifest("/*").targets.isEmpty)
  }
}
