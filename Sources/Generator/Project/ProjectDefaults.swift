import Foundation

/// The defaults for all modules of a project, saved as `.viper-generate.json` in the package's folder.
package struct ProjectDefaults: Codable, Equatable {
  package static let fileName = ".viper-generate.json"

  /// The author and company for the header of the modules' files.
  package var author: String?
  package var company: String?
  /// The default template.
  package var template: String?
  /// The target of new modules, and the folders for their files, relative to the package's folder.
  package var target: String?
  package var modules: String?
  package var tests: String?
  package var flows: String?
  /// The file of the composition root.
  package var root: String?
  /// The sources of `template install`.
  package var templates: [String]?

  package init() {}

  /// Reads the file. The error describes its problem.
  package init(_ text: String, file: String) throws(GeneratorFailure) {
    do { self = try JSONDecoder().decode(Self.self, from: Data(text.utf8)) } catch {
      throw .usage("\(file) cannot be read: \(TemplateManifest.reason(error)). Correct it, or remove it and run setup")
    }
  }

  /// The text of the file.
  package var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return ((try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}") + "\n"
  }
}
