import Foundation
import Testing

@Suite struct ImportsTests {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources")

  /// They are linked into people's apps and previews: a test framework is theirs to choose.
  @Test(arguments: ["SignalsTesting", "VIPERTesting"])
  func whatHelpsTestingDependsOnNoTestFramework(target: String) throws {
    let folder = Self.sources.appendingPathComponent(target)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    #expect(files.count > 2)
    for file in files {
      let source = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      let imports = source.matches(of: /(?m)^(?:@\w+ )*(?:\w+ )?import (\w+)/).map { String($0.1) }
      let strangers = Set(imports).subtracting(["Dispatch", "Foundation", "Signals", "Synchronization", "VIPER"])
      #expect(strangers == [], "\(target)/\(file)")
    }
  }
}
