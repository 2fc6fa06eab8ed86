import Foundation

/// A template's manifest: its `template.json`.
package struct TemplateManifest: Codable, Equatable, Sendable {
  package static let fileName = "template.json"

  /// An optional part of a module.
  package struct Layer: Codable, Equatable, Sendable {
    package var name: String
    package var description: String
    /// The layers that are left out with it.
    package var neededBy: [String]?
    /// The products that only this layer needs.
    package var dependencies: [String]?
    /// The files and folders that belong to this layer only.
    package var files: [String]
  }

  /// A word that the user can choose for each module: `__Item__` in the template's files.
  package struct Parameter: Codable, Equatable, Sendable {
    package var name: String
    package var description: String
    /// The default value.
    package var value: String
  }

  package var name: String
  package var description: String
  package var author: String?
  package var version: String?
  package var license: String?
  /// The target of the template's own files, which its tests import.
  package var target: String
  /// The products that the module's target and its test target need.
  package var dependencies: [String]
  package var testDependencies: [String]?
  package var parameters: [Parameter]?
  package var layers: [Layer]?

  /// Reads a `template.json`. The error describes its problem.
  package init(_ text: String, file: String) throws(GeneratorFailure) {
    do { self = try JSONDecoder().decode(Self.self, from: Data(text.utf8)) } catch {
      throw .refused(
        "\(file) cannot be read: \(Self.reason(error)). It needs name, description, target and dependencies")
    }
    // The target's name is replaced in the template's files, so it has to be an identifier.
    let isName = target.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    guard isName, let first = target.first, !first.isNumber else {
      throw .refused(
        "the target '\(target)' in \(file) cannot be imported; "
          + "write English letters and digits, such as ScreenTemplate")
    }
  }

  /// The text of the manifest.
  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return ((try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}") + "\n"
  }

  /// The reason why JSON could not be read, with its place.
  static func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context): "there is no \(place(context.codingPath + [key]))"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "\(place(context.codingPath)) has another type than expected"
    case DecodingError.dataCorrupted: "it is not JSON"
    default: error.localizedDescription
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    path.isEmpty ? "it" : path.map { $0.intValue.map { "[\($0)]" } ?? "'\($0.stringValue)'" }.joined(separator: " ")
  }
}
