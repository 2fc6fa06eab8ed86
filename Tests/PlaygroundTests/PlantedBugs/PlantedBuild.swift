import BuiltPackage
import Foundation
import Testing

/// The sample program with one sample compiled anew, and everything else as it was built with the tests.
struct PlantedBuild {
  private static let samples = BuiltPackage.viper.appendingPathComponent("Playground")
  /// What the program is linked from, each with its folder.
  private static let targets = [
    ("PlainText", "Sources/PlainText"), ("Signals", "Sources/Signals"), ("VIPER", "Sources/VIPER"),
    ("NamedCalls", "Sources/NamedCalls"), ("Services", "Sources/Services"), ("SQLiteStores", "Sources/SQLiteStores"),
    ("REPL", "Sources/REPL"), ("REPLTools", "Sources/REPLTools"), ("LoopbackServer", "Playground/LoopbackServer"),
    ("Language", "Playground/Language"),
    ("SampleNetwork", "Playground/SampleNetwork"), ("Todo", "Playground/Todo"), ("Login", "Playground/Login"),
    ("Search", "Playground/Search"), ("Home", "Playground/Home"),
  ]

  let folder: URL
  private let modules: URL

  /// - Parameter folder: where the program goes, and what it is made from.
  init(in folder: URL) throws {
    self.folder = folder
    modules = try #require(BuiltModules.folder, "the folder of built modules was not found beside the tests")
  }

  /// Builds the program with a bug; gives its path.
  func program(with bug: PlantedBug) throws -> URL {
    let program = folder.appendingPathComponent("playground")
    var objects = [folder.appendingPathComponent("main.o").path]
    let main = Self.swiftFiles(in: Self.samples.appendingPathComponent("App")).map(\.path)
    try compile("playground", main, to: objects[0], [])
    for (target, path) in Self.targets {
      if bug.sample == target {
        let object = folder.appendingPathComponent("\(target).o").path
        try compile(target, try sources(with: bug), to: object, ["-parse-as-library"])
        objects.append(object)
      } else {
        objects += BuiltModules.objects(of: target, from: path).map(\.path)
      }
    }
    try run(["swiftc", "-o", program.path] + objects)
    return program
  }

  /// The sources of a sample, with a copy in the place of the file that has the bug.
  private func sources(with bug: PlantedBug) throws -> [String] {
    let sample = Self.samples.appendingPathComponent(bug.sample), original = sample.appendingPathComponent(bug.file)
    let copy = folder.appendingPathComponent(original.lastPathComponent)
    try bug.planted(in: String(contentsOf: original, encoding: .utf8)).write(
      to: copy, atomically: true, encoding: .utf8)
    return Self.swiftFiles(in: sample).map { $0.path == original.path ? copy.path : $0.path }
  }

  /// - Parameter flags: what this module takes besides.
  private func compile(_ module: String, _ sources: [String], to object: String, _ flags: [String]) throws {
    try run(
      [
        "swiftc", "-c", "-module-name", module, "-package-name", BuiltPackage.name, "-swift-version", "6", "-wmo",
        "-suppress-warnings", "-I", modules.path, "-o", object,
      ] + flags + sources)
  }

  private func run(_ arguments: [String]) throws {
    let ran = try ToolRun(arguments)
    if !ran.succeeded { throw PlantedBug.Stale(description: ran.text) }
  }

  private static func swiftFiles(in folder: URL) -> [URL] {
    BuiltPackage.files(in: folder).filter { $0.hasSuffix(".swift") }.map(folder.appendingPathComponent)
  }
}
