import Foundation

/// Formats Swift files by the project's `.swift-format`. In a project without one, they keep the format of the templates.
struct ProjectFormat {
  private let configuration: URL?
  private let format: (_ texts: [String], _ configuration: URL) -> [String]?
  /// Warnings about files that could not be formatted.
  let notes: [String]

  init(_ project: Project, _ format: @escaping (_ texts: [String], _ configuration: URL) -> [String]?) {
    configuration = project.formatConfiguration
    self.format = format
    let isThere = configuration.map { format(["\n"], $0) != nil } ?? true
    notes =
      isThere ? [] : ["swift format cannot be run with \(configuration?.path ?? ""): lines may be too long for it"]
  }

  /// New files, by path.
  func formatted(_ texts: [String: String]) -> [String: String] {
    let swift = texts.filter { $0.key.hasSuffix(".swift") }.sorted { $0.key < $1.key }
    guard let configuration, let formatted = format(swift.map(\.value), configuration) else { return texts }
    return texts.merging(zip(swift.map(\.key), formatted)) { $1 }
  }

  /// Formats an existing file only if it was formatted before, so that the rest of it does not change.
  func formatted(_ change: FileChange) -> FileChange {
    guard let configuration, let before = change.before, let after = change.after,
      let formatted = format([before, after], configuration), formatted[0] == before
    else { return change }
    return FileChange(change.path, before: before, after: formatted[1])
  }
}
