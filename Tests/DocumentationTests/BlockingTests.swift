import BuiltPackage
import Effort
import Foundation
import Testing

/// On Apple's platforms, a wait for a semaphore or a group is an error in an async function, and on Linux it is not. So those
/// sources that use one are type-checked with declarations of the waits that are in front of Dispatch's own.
@Suite struct BlockingTests {
  struct Target: Sendable, CustomTestStringConvertible {
    let name: String, folder: String
    /// The C target that it imports.
    var cTarget: String?
    var testDescription: String { name }
  }
  static let targets = [
    Target(name: "SignalsTests", folder: "Tests/SignalsTests"), Target(name: "VIPERTests", folder: "Tests/VIPERTests"),
    Target(name: "REPLTests", folder: "Tests/REPLTests"), Target(name: "flow_victim", folder: "Tests/FlowVictim"),
    Target(name: "LoopbackServer", folder: "Playground/LoopbackServer"),
    Target(name: "Home", folder: "Playground/Home"),
    Target(name: "benchmarks", folder: "Sources/Benchmarks", cTarget: "AllocationCounter"),
  ]

  private static let waits = ["DispatchSemaphore", "DispatchGroup"].map { type in
    """
    extension \(type) {
      @available(*, noasync) func wait() {}
      @available(*, noasync) @discardableResult func wait(timeout: DispatchTime) -> DispatchTimeoutResult { .success }
    }

    """
  }.joined()

  private static func waiting(in folder: String) -> [String] {
    Document.paths(in: folder, endingIn: ".swift").filter { path in
      // The client of a release is another package.
      guard !path.hasSuffix("/BlockingTests.swift"), !path.hasPrefix("Tests/ReleaseClient/"),
        let text = try? Document(path).text
      else { return false }
      return text.contains("DispatchSemaphore(") || text.contains("DispatchGroup(")
    }
  }

  /// The errors of the compiler, with `more` as another source of the target.
  private static func errors(in target: Target, with more: String = "") throws -> String {
    let compiler = try Compiler(), folder = BuiltPackage("blocking/\(target.name)\(more.isEmpty ? "" : "-planted")")
    try folder.write(["Waits.swift": "import Dispatch\n\n\(waits)\(more)"])
    let waits = folder.folder.appendingPathComponent("Waits.swift").path
    let checked = Set(waiting(in: target.folder)), all = Document.paths(in: target.folder, endingIn: ".swift")
    let sources = all.flatMap { path in
      (checked.contains(path) ? ["-primary-file"] : []) + [Document.root.appendingPathComponent(path).path]
    }
    let isProgram = all.contains { $0.hasSuffix("/main.swift") }
    let info = try compiler.swift("swiftc", ["-print-target-info"])
    let library = try #require(info.text.firstMatch(of: #/"runtimeResourcePath": "(.*)"/#)).1
    let built = compiler.modules.deletingLastPathComponent().path
    var arguments = ["-frontend", "-typecheck", "-module-name", target.name, "-swift-version", "6", "-enable-testing"]
    arguments += ["-package-name", BuiltPackage.name, "-suppress-warnings", "-I", compiler.modules.path]
    // The same as in Package.swift.
    arguments += ["-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature", "MemberImportVisibility"]
    arguments += ["-plugin-path", "\(library)/host/plugins"]
    if !isProgram { arguments.append("-parse-as-library") }
    if let name = target.cTarget { arguments += ["-Xcc", "-fmodule-map-file=\(built)/\(name).build/module.modulemap"] }
    let run = try compiler.swift("swift-frontend", arguments + sources + ["-primary-file", waits])
    return run.succeeded ? "" : run.errors
  }

  @Test(
    "no async function waits for a semaphore or a group",
    .enabled(if: Effort.isFull, "TESTS=full type-checks the targets again"), arguments: targets)
  func target(_ target: Target) async throws {
    let errors = try await onOwnThread { try Self.errors(in: target) }
    #expect(errors.isEmpty, "\(errors)")
  }

  @Test("a wait in an async function is found") func planted() async throws {
    let planted = "func planted(_ gate: DispatchSemaphore) async { gate.wait() }"
    let target = try #require(Self.targets.first { $0.name == "LoopbackServer" })
    let errors = try await onOwnThread { try Self.errors(in: target, with: planted) }
    #expect(errors.contains("'wait' is unavailable from asynchronous contexts"), "\(errors)")
  }

  @Test("each source that uses a semaphore or a group belongs to a checked target") func complete() {
    let folders = Self.targets.map { "\($0.folder)/" }
    let others = ["Sources", "Playground", "Tests"].flatMap(Self.waiting).filter { path in
      !folders.contains(where: path.hasPrefix)
    }
    #expect(others == [])
  }
}
