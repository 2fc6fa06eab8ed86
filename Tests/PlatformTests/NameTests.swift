import BuiltPackage
import Foundation
import Testing

/// A file that imports two modules with a type of one name cannot use the name.
@Suite struct NameTests {
  /// What a screen or its tests import.
  private static let common = ["SwiftUI", "UIKit", "AppKit", "Foundation", "Darwin", "CoreData", "OSLog"]
  /// Swift's own modules, which the compiler knows everywhere.
  private static let swift = [
    "Swift", "_Concurrency", "_StringProcessing", "Dispatch", "Distributed", "Foundation", "Observation",
    "RegexBuilder",
    "Synchronization", "Testing",
  ]
  /// The names that seldom meet. The page says what to write where they do.
  private static let seldom = ["Combine.ImmediateScheduler", "Combine.Scheduler", "SwiftData.Query"]

  /// The public types of all libraries.
  private static let ours: [String] = {
    let manifest =
      (try? String(contentsOf: BuiltPackage.viper.appendingPathComponent("Package.swift"), encoding: .utf8))
    let libraries = (manifest ?? "").matches(of: /\.library\(name: "(\w+)"/).map { "Sources/\($0.1)" }
    return Set(
      libraries.flatMap { library in
        let folder = BuiltPackage.viper.appendingPathComponent(library)
        return BuiltPackage.files(in: folder).filter { $0.hasSuffix(".swift") }.flatMap { file in
          publicTypes(in: (try? String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)) ?? "")
        }
      }
    ).sorted()
  }()

  /// The public top-level types of a text.
  private static func publicTypes(in text: String) -> [String] {
    var names: [String] = [], isInCondition = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("#if") { isInCondition = true }
      if line.hasPrefix("#endif") { isInCondition = false }
      let content = line.drop { $0 == " " }
      guard line.count - content.count == (isInCondition ? 2 : 0), !content.hasPrefix("/") else { continue }
      let declaration = /^(?:.* )?(?:public|open) (?:\w+ )*(?:class|struct|enum|protocol|actor|typealias) (\w+)/
      if let match = content.firstMatch(of: declaration) { names.append(String(match.1)) }
    }
    return names
  }

  /// The lists of names, by module.
  private static func names() throws -> [String: Set<String>] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("AppleNames.txt")
    let lists = try String(contentsOf: file, encoding: .utf8).matches(of: /\n(\w+):\n((?:.+\n)+)/)
    return Dictionary(
      uniqueKeysWithValues: lists.map {
        (String($0.1), Set($0.2.split(whereSeparator: \.isWhitespace).map(String.init)))
      })
  }

  /// The names of ours that a module has, too: `Module.Name`.
  private static func collisions(_ module: String, _ names: Set<String>) -> [String] {
    let families = names.filter { $0.hasSuffix("*") }.map { $0.dropLast() }
    return ours.filter { name in names.contains(name) || families.contains { name.hasPrefix($0) } }.map {
      "\(module).\($0)"
    }
  }

  @Test("the lists have the names that everybody knows") func known() throws {
    #expect(Set(["Signal", "Route", "StageView", "Store", "ConsoleView"]).subtracting(Self.ours) == [])
    let names = try Self.names()
    let known = [
      "SwiftUI": ["Binding", "Button", "NavigationTransition", "Scene", "State", "Transition", "View"],
      "UIKit": ["UIViewController", "UITableViewDiffableDataSource"], "SwiftData": ["ModelContext", "Query"],
      "Combine": ["PassthroughSubject", "Scheduler"], "OSLog": ["Logger"], "Darwin": ["Point", "Style"],
    ]
    for (module, types) in known { #expect(Set(types).subtracting(names[module] ?? []) == [], "\(module)") }
  }

  @Test("no public type has the name of a type that a screen or its tests import") func screens() throws {
    let names = try Self.names()
    #expect(Self.common.flatMap { Self.collisions($0, names[$0] ?? []) } == [])
  }

  @Test("no public type has the name of a type of Swift, Foundation, Observation or Testing") func toolchain()
    async throws
  {
    let pairs = Self.swift.flatMap { module in Self.ours.map { (module, $0) } }
    let program = Self.swift.map { "import \($0)\n" }.joined() + pairs.map { "typealias Name = \($0).\($1)\n" }.joined()
    let package = BuiltPackage("names")
    try package.write(["names.swift": program])
    let run = try await package.run(["swiftc", "-typecheck", "-suppress-warnings", "names.swift"])
    let missing = Set(run.text.matches(of: /no type named '(\w+)' in module '(\w+)'/).map { "\($0.2).\($0.1)" })
    try #require(!missing.isEmpty, "\(run.text)")
    #expect(pairs.map { "\($0).\($1)" }.filter { !missing.contains($0) } == [])
  }

  @Test("the page has the other names that two modules have, each with what to write") func page() throws {
    let others = try Self.names().filter { !Self.common.contains($0.key) }
    #expect(others.flatMap { Self.collisions($0.key, $0.value) }.sorted() == Self.seldom)
    let path = "Sources/VIPER/VIPER.docc/OnApplePlatforms.md"
    let page = try String(contentsOf: BuiltPackage.viper.appendingPathComponent(path), encoding: .utf8)
    for name in Self.seldom {
      let row = page.split(separator: "\n").first { $0.hasPrefix("| `\(name)`") } ?? ""
      #expect(row.contains(#/`import (?:struct|protocol|enum|class) /#), "\(name)")
    }
  }
}
