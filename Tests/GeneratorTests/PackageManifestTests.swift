import Foundation
import Generator
import Testing

@Suite struct PackageManifestTests {
  private static func manifest(_ description: String) throws -> PackageManifest {
    try PackageManifest(Data(description.utf8))
  }

  @Test("targets are read with their paths and dependencies, however the manifest makes them") func targets() throws {
    let made =
      TestProject.manifest.replacing(
        "let package",
        with: "let names = [\"One\", \"Two\"]\nlet more = names.map { Target.target(name: $0) }\nlet package"
      ) + "package.targets += more\n"
    let project = try TestProject(["Package.swift": made])
    let targets = try PackageManifest(SwiftPackage.description(of: project.folder)).targets
    #expect(targets.map(\.name) == ["App", "Base", "app-program", "AppTests", "One", "Two"])
    #expect(
      targets.map(\.path) == [
        "Sources/App", "Sources/Base", "Program", "Tests/AppTests", "Sources/One", "Sources/Two",
      ])
    #expect(targets.map(\.isTest) == [false, false, false, true, false, false])
    #expect(targets[3].dependencies == ["App", "VIPER"])
    #expect(targets[2].dependencies == ["App"])
  }

  @Test("plugins, macros, and targets without Swift code are left out") func kinds() throws {
    let targets = try Self.manifest(
      """
      {"targets": [
        {"name": "App", "type": "regular", "path": "./Code/", "dependencies": [
          {"byName": ["A", null]}, {"target": ["B", {"platformNames": ["linux"]}]}, {"product": ["C", "c", null, null]}]},
        {"name": "Plugin", "type": "plugin", "dependencies": []},
        {"name": "Macro", "type": "macro", "dependencies": []},
        {"name": "C", "type": "system-target", "dependencies": []}]}
      """
    ).targets
    #expect(targets.map(\.name) == ["App"] && targets[0].path == "Code" && targets[0].layout == .named)
    #expect(targets[0].dependencies == ["A", "B", "C"])
  }

  @Test("a manifest that SwiftPM cannot read is refused with the compiler's error, and nothing is written")
  func broken() throws {
    let project = try TestProject(["Package.swift": "// swift-tools-version: 6.2\nlet package = \n"])
    let before = project.files, answer = project.run("Notes")
    #expect(answer.code == 1 && project.files == before)
    #expect(answer.errors.hasPrefix("viper-generate: SwiftPM cannot read Package.swift: "))
    #expect(answer.errors.contains("error:") && answer.errors.hasSuffix(". Correct the manifest, and try again\n"))
  }

  @Test("without a toolchain, the error says what to do") func noSwift() throws {
    let failure = #expect(throws: GeneratorFailure.self) { throw SwiftPackage.unavailable("no such file") }
    #expect(failure?.message == "swift cannot be run: no such file. Put the toolchain into the PATH")
  }
}
