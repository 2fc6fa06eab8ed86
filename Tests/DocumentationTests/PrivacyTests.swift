import Foundation
import Testing

/// The libraries' privacy manifests list every API that Apple requires reasons for.
@Suite struct PrivacyTests {
  /// The categories of such APIs, each with a pattern for its calls in a source.
  private static var categories: [(name: String, calls: Regex<Substring>)] {
    [
      (
        "FileTimestamp",
        #/\b(?:f|l)?stat(?:at)?\(|attributesOfItem|f?getattrlist(?:at|bulk)?\(|(?:creation|modification|contentModification|fileModification)Date(?:Key)?\b/#
      ),
      ("SystemBootTime", #/\bsystemUptime\b|\bmach_absolute_time\(/#),
      (
        "DiskSpace",
        #/\bf?stat(?:v)?fs\(|volume(?:Available|Total)Capacity|systemFreeSize|systemSize|attributesOfFileSystem/#
      ),
      ("UserDefaults", #/\bUserDefaults\b/#), ("ActiveKeyboards", #/\bactiveInputModes\b/#),
    ]
  }

  @Test(
    "a library's manifest names the categories of what the library calls, each with a reason",
    arguments: ["Signals", "SignalsTesting", "VIPER", "VIPERTesting", "VIPERUI", "VIPERUITesting", "Services", "REPL"])
  func manifest(_ library: String) throws {
    let sources = try Document.paths(in: "Sources/\(library)", endingIn: ".swift").map { try Document($0).text }
    #expect(!sources.isEmpty)
    let called = Self.categories.filter { category in sources.contains { $0.contains(category.calls) } }.map(\.name)
    let file = Document.root.appendingPathComponent("Sources/\(library)/PrivacyInfo.xcprivacy")
    guard let data = try? Data(contentsOf: file) else {
      #expect(called.isEmpty, "\(library) calls such things and has no PrivacyInfo.xcprivacy")
      return
    }
    let manifest = try #require(
      try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    #expect(manifest["NSPrivacyTracking"] as? Bool == false)
    let types = try #require(manifest["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
    #expect(
      types.compactMap { $0["NSPrivacyAccessedAPIType"] as? String }
        == called.map { "NSPrivacyAccessedAPICategory\($0)" })
    for type in types { #expect((type["NSPrivacyAccessedAPITypeReasons"] as? [String])?.isEmpty == false) }
    let package = try Document("Package.swift").text
    let target = try #require(package.range(of: "name: \"\(library)\", dependencies"))
    #expect(
      package[target.upperBound...].prefix(120).contains("PrivacyInfo.xcprivacy"), "the target has it as a resource")
  }
}
