import Foundation
import PlainText

/// The dependencies that would make two runs differ: the folder, the date, and the programs `git` and `swift`.
package struct GeneratorEnvironment {
  /// The exit code of a program, its output and its error output.
  package typealias Answer = (code: Int32, text: String, errors: String)

  let folder: URL
  let now: Date
  /// Runs a program, the first of the words, in a folder to its end.
  let run: (_ words: [String], _ folder: URL) throws -> Answer
  let write: (String) -> Void, writeError: (String) -> Void

  package init(
    folder: URL, now: Date, run: @escaping ([String], URL) throws -> Answer, write: @escaping (String) -> Void,
    writeError: @escaping (String) -> Void
  ) {
    (self.folder, self.now, self.run) = (folder, now, run)
    // Names and descriptions come from templates, which are not trusted.
    self.write = { write(Printable.lines($0)) }
    self.writeError = { writeError(Printable.lines($0)) }
  }

  /// The environment of this machine. `SOURCE_DATE_EPOCH` sets the date, to get the same files every day.
  static var live: GeneratorEnvironment {
    let epoch = ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"].flatMap { TimeInterval($0) }
    return GeneratorEnvironment(
      folder: URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true),
      now: epoch.map { Date(timeIntervalSince1970: $0) } ?? Date(), run: runProgram,
      write: { try? FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) },
      writeError: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) })
  }

  package static func runProgram(_ words: [String], in folder: URL) throws -> Answer {
    let process = Process(), output = Pipe(), errors = temporaryFolder()
    // A file: a second pipe could fill up while the first one is read.
    try Data().write(to: errors)
    defer { try? FileManager.default.removeItem(at: errors) }
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    (process.arguments, process.currentDirectoryURL) = (words, folder)
    // Inside a git hook, some variables name the repository of the hook. Without a terminal, git fails instead of asking for a password.
    process.environment = ProcessInfo.processInfo.environment
      .filter { !["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"].contains($0.key) }
      .merging(["GIT_TERMINAL_PROMPT": "0"]) { $1 }
    (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text, String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }

  /// The output of a program, or nil and the first line of its errors.
  func output(of words: [String], in folder: URL) throws(GeneratorFailure) -> (text: String?, reason: String) {
    do {
      let answer = try run(words, folder), lines = answer.errors.split(separator: "\n").map(String.init)
      let reason = lines.first { $0.contains("error:") } ?? lines.first ?? "it gives no reason"
      return (answer.code == 0 ? answer.text : nil, reason)
    } catch { throw .refused("\(words[0]) cannot be run: \(ErrorText.of(error))") }
  }

  /// The date in UTC: `2014-05-21`.
  var today: String { now.formatted(Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()) }

  /// The location of a path, which may be relative to a folder.
  static func url(_ path: String, in folder: URL) -> URL {
    (path.hasPrefix("/") ? URL(fileURLWithPath: path) : folder.appending(path: path)).standardizedFileURL
  }

  static func temporaryFolder() -> URL {
    FileManager.default.temporaryDirectory.appending(path: "viper-generate-\(UUID().uuidString)")
  }
}
