import Foundation
import PlainText

/// The dependencies that would make two runs differ: files, date, git, SwiftPM and the formatter.
package struct GeneratorEnvironment {
  /// The current folder.
  package var folder: URL
  /// The date, for the header of files.
  package var now: Date
  /// The user's name in git's configuration; nil if there is none.
  package var userName: () -> String?
  /// The manifest of the package in a folder, as JSON.
  package var description: (_ folder: URL) throws(GeneratorFailure) -> Data
  /// Copies a git repository into a new folder.
  package var clone: (_ repository: String, _ branch: String?, _ folder: URL) throws(GeneratorFailure) -> Void
  /// Formats Swift texts by a configuration of the formatter; nil if there is no formatter.
  package var format: (_ texts: [String], _ configuration: URL) -> [String]?
  /// A folder for temporary files.
  package var temporaryFolder: URL
  /// The folder of the built-in templates.
  package var templates: URL
  package var files: any ProjectFiles
  package var write: (String) -> Void
  package var writeError: (String) -> Void

  package init(
    folder: URL, now: Date, userName: @escaping () -> String?,
    description: @escaping (URL) throws(GeneratorFailure) -> Data,
    clone: @escaping (String, String?, URL) throws(GeneratorFailure) -> Void,
    format: @escaping ([String], URL) -> [String]?, temporaryFolder: URL,
    templates: URL = Self.builtInTemplates, files: any ProjectFiles = DiskFiles(),
    write: @escaping (String) -> Void, writeError: @escaping (String) -> Void
  ) {
    self.folder = folder
    self.now = now
    self.userName = userName
    self.description = description
    self.clone = clone
    self.format = format
    self.temporaryFolder = temporaryFolder
    self.templates = templates
    self.files = files
    // Names and descriptions come from templates, which are not trusted.
    self.write = { write(Printable.lines($0)) }
    self.writeError = { writeError(Printable.lines($0)) }
  }

  /// The folder of the templates in this package's resources.
  package static var builtInTemplates: URL {
    // Xcode puts resources into a folder of the bundle.
    let bundle = Bundle.module
    return (bundle.resourceURL ?? bundle.bundleURL).appending(path: "Templates")
  }

  /// The location of a path, relative to the current folder.
  func url(_ path: String) -> URL {
    let start = URL(fileURLWithPath: folder.path, isDirectory: true)
    return URL(fileURLWithPath: path, relativeTo: start).standardizedFileURL
  }

  /// The date in UTC: `2014-05-21`.
  var today: String { now.formatted(Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()) }

  /// The environment of this machine. `SOURCE_DATE_EPOCH` sets the date, to get the same files every day.
  package static func live(_ variables: [String: String]) -> GeneratorEnvironment {
    let epoch = variables["SOURCE_DATE_EPOCH"].flatMap { TimeInterval($0) }
    return GeneratorEnvironment(
      folder: URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true),
      now: epoch.map { Date(timeIntervalSince1970: $0) } ?? Date(), userName: { Git.userName },
      description: SwiftPackage.description, clone: Git.clone,
      format: SwiftFormat.formatted,
      temporaryFolder: FileManager.default.temporaryDirectory,
      write: { try? FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) },
      writeError: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) })
  }
}
