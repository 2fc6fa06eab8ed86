import Foundation

/// What is the same for all modules of a project: kept in a file of the package's folder, `.viper-generate.json`.
package struct ProjectDefaults: Codable, Equatable {
  package static let fileName = ".viper-generate.json"

  /// Who writes the modules; with a company or without, they get a header that says so.
  package var author: String?
  package var company: String?
  /// The template, if none is named.
  package var template: String?
  /// The target that modules become a part of, and the folders they are written to: from the package's folder on.
  package var target: String?
  package var modules: String?
  package var tests: String?
  package var flows: String?
  /// The file of the composition root.
  package var root: String?
  /// Where `template install` gets templates from.
  package var templates: [String]?

  package init() {}

  /// Reads the file; says what is wrong with it.
  package init(_ text: String, file: String) throws(GeneratorFailure) {
    do { self = try JSONDecoder().decode(Self.self, from: Data(text.utf8)) } catch {
      throw .usage("\(file) cannot be read: \(TemplateManifest.reason(error)). Correct it, or remove it and run setup")
    }
  }

  /// As it is written.
  package var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return ((try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}") + "\n"
  }
}
