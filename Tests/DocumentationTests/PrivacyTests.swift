import Foundation
import Testing

/// The libraries' privacy manifests list every API that Apple requires reasons for.
@Suite struct PrivacyTests {
  /// The categories of such APIs, each with a pattern for its calls in a source.
  private static let categories: KeyValuePairs<String, String> = [
    "FileTimestamp":
      #"\b[fl]?stat(at)?\(|attributesOfItem|f?getattrlist(at|bulk)?\(|(creation|[mM]odification)Date(Key)?\b"#,
    "SystemBootTime": #"\bsystemUptime\b|\bmach_absolute_time\("#,
    "DiskSpace":
      #"\bf?statv?fs\(|volume(Available|Total)Capacity|systemFreeSize|systemSize|attributesOfFileSystem"#,
    "UserDefaults": #"\bUserDefaults\b"#, "ActiveKeyboards": #"\bactiveInputModes\b"#,
  ]

  private struct Manifest: Decodable {
    struct API: Decodable { let NSPrivacyAccessedAPIType: String, NSPrivacyAccessedAPITypeReasons: [String] }
    let NSPrivacyTracking: Bool, NSPrivacyAccessedAPITypes: [API]
  }

  @Test(
    "a library's manifest names the categories of what the library calls, each with a reason, and is its resource",
    arguments: [
      "Signals", "SignalsTesting", "VIPER", "VIPERTesting", "VIPERUI", "VIPERUITesting", "NamedCalls", "Services",
      "SQLiteStores",
      "REPL", "REPLTools",
    ])
  func manifest(_ library: String) throws {
    let sources = try Document.paths(in: "Sources/\(library)", endingIn: ".swift").map { try Document($0).text }
    #expect(!sources.isEmpty)
    let called = Self.categories.filter { category in
      sources.contains { $0.range(of: category.value, options: .regularExpression) != nil }
    }
    let file = Document.root.appendingPathComponent("Sources/\(library)/PrivacyInfo.xcprivacy")
    let manifest = try (try? Data(contentsOf: file)).map { try PropertyListDecoder().decode(Manifest.self, from: $0) }
    let reasoned = manifest?.NSPrivacyAccessedAPITypes.filter { !$0.NSPrivacyAccessedAPITypeReasons.isEmpty } ?? []
    #expect(reasoned.map(\.NSPrivacyAccessedAPIType) == called.map { "NSPrivacyAccessedAPICategory\($0.key)" })
    guard let manifest else { return }
    #expect(!manifest.NSPrivacyTracking)
    #expect(manifest.NSPrivacyAccessedAPITypes.count == called.count)
    let target = try Document("Package.swift").text.components(separatedBy: "name: \"\(library)\", dependencies").last
    #expect(target?.prefix(120).contains("PrivacyInfo.xcprivacy") == true)
  }
}
