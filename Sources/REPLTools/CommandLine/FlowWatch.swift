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

  /// The attributes of a file, which tell one content from another; nil if there is no file.
  private static func stamp(_ file: URL?) -> NSDictionary? {
    file.flatMap { try? FileManager.default.attributesOfItem(atPath: $0.path) }.map { NSDictionary(dictionary: $0) }
  }

  /// Returns the exit code of the last run.
  func callAsFunction() async -> Int32 {
    var seen: [URL: [NSDictionary?]] = [:], code: Int32 = 0
    var ran = Self.stamp(program), last = ran
    repeat {
      let built = Self.stamp(program)
      // While a program is being written, it changes from look to look.
      if let built, built == last, built != ran { (ran, seen) = (built, [:]) }
      last = built
      let files = FlowFiles.find(paths), before = seen
      seen = Dictionary(files.map { file in (file, ([file] + AlwaysFile.files(for: file)).map(Self.stamp)) }) { $1 }
      let changed = files.filter { seen[$0] != before[$0] }
      if !changed.isEmpty { code = await run(changed) }
    } while await wait()
    return code
  }
}
