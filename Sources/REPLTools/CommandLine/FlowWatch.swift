import Foundation
import REPL

/// Runs flows, and again those that change: their files, or the files of promises that hold for them. A changed program changes all
/// flows.
@MainActor struct FlowWatch {
  let paths: [String]
  /// The file of the program; nil if it is unknown.
  let program: URL?
  /// Runs flows; returns the exit code.
  let run: ([URL]) async -> Int32
  /// Returns when it is time to look at the files again; false ends the watch.
  let wait: () async -> Bool

  /// The state of a file that tells one content from another.
  private struct Stamp: Equatable {
    let date: Date?, size: Int?, number: Int?

    init?(_ file: URL?) {
      guard let file, let attributes = try? FileManager.default.attributesOfItem(atPath: file.path) else { return nil }
      date = attributes[.modificationDate] as? Date
      size = attributes[.size] as? Int
      number = attributes[.systemFileNumber] as? Int
    }
  }

  /// Returns the exit code of the last run.
  func callAsFunction() async -> Int32 {
    var seen: [URL: [Stamp?]] = [:], code: Int32 = 0
    var ran = Stamp(program), last = ran
    repeat {
      let built = Stamp(program)
      // While a program is being written, it changes from look to look.
      if let built, built == last, built != ran { (ran, seen) = (built, [:]) }
      last = built
      let files = FlowFiles.find(paths), before = seen
      seen = Dictionary(files.map { file in (file, ([file] + AlwaysFile.files(for: file)).map { Stamp($0) }) }) { $1 }
      let changed = files.filter { seen[$0] != before[$0] }
      if !changed.isEmpty { code = await run(changed) }
    } while await wait()
    return code
  }
}
