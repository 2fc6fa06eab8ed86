import Foundation
import Testing

/// The tutorial gives what it promises to somebody who follows it.
@Suite struct TutorialTests {
  private let tutorial: Document

  init() throws { tutorial = try Document("Sources/REPL/REPL.docc/BuildingALogin.md") }

  /// The names of its files, in its order.
  private var names: [String] {
    tutorial.text.matches(of: /`Sources\/login\/(\w+\.swift)`:\n/).map { String($0.1) }
  }

  @Test("its files, each by itself, are a program that passes its flow") func flow() throws {
    let samples = tutorial.samples
    try #require(names.count == samples.count && names.last == "main.swift" && Set(names).count == names.count)
    var texts = Dictionary(uniqueKeysWithValues: zip(names, samples.map(\.located)))
    let last = texts.removeValue(forKey: "main.swift"), main = try #require(last)
    texts["login.flow"] = try #require(tutorial.blocks("flow").first).code + "\n"
    let output = try Compiler().run(main, importing: "", texts: texts, arguments: ["run", "%"])
    #expect(output.succeeded, "\(output.errors)")
  }

  @Test("its manifest is one") func manifest() throws {
    let manifest = try #require(tutorial.blocks("swift-manifest").first), compiler = try Compiler()
    let info = try compiler.swift("swiftc", ["-print-target-info"])
    let resources = try #require(info.text.firstMatch(of: /"runtimeResourcePath": "([^"]+)"/)?.1)
    let output = try compiler.typeCheck(
      manifest.located, importing: "",
      flags: ["-I", "\(resources)/pm/ManifestAPI", "-package-description-version", "6.2"])
    #expect(output.succeeded, "\(output.errors)")
  }
}
