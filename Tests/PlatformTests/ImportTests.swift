import Foundation
import Testing

/// Modules that only one platform has are imported under a condition.
@Suite struct ImportTests {
  /// Modules of every platform.
  private static let everywhere: Set = ["Dispatch", "Foundation", "Observation", "Synchronization", "Testing"]
  /// Modules that Swift has where it reads a manifest or runs a plugin.
  private static let tools = [
    "Package.swift": "PackageDescription", "GeneratorPlugin/GenerateModule.swift": "PackagePlugin",
  ]

  @Test("an import without a condition names a module that each platform has") func unconditional() {
    // The names of targets, and of the modules of a template.
    let manifests = SourceFile.all.filter { $0.path.hasSuffix("Package.swift") }
    let own = manifests.flatMap { $0.text.matches(of: /name: "([\w-]+)"/) }.map {
      String($0.1).replacingOccurrences(of: "-", with: "_")
    }
    let allowed = Self.everywhere.union(own).union(["__Item__Kit"])
    // The formatter indents an import under a condition.
    let form = /(?:@\w+ |public |package |internal )*import (?:\w+ )?(\w+)(?:\.\w+)?/
    let imports = SourceFile.all.flatMap { file in
      file.lines.compactMap { $0.wholeMatch(of: form) }.map { (path: file.path, module: String($0.1)) }
    }
    #expect(imports.count > 1_000)
    let unknown = imports.filter { path, module in
      !allowed.contains(module) && !Self.tools.contains { path.hasSuffix($0.key) && module == $0.value }
    }
    #expect(unknown.map { "\($0.path) imports \($0.module)" } == [])
  }
}
