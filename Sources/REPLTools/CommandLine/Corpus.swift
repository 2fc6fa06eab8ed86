import Foundation
import REPL

/// A folder of flows that one exploration writes and the next one reads: the ways that reached something new, and the findings.
@MainActor final class Corpus {
  private let folder: URL
  private let worker: FlowWorker
  /// The ways in the folder, the shortest first.
  private(set) var ways: [KeptWay] = []
  /// The reports of files that are not flows.
  private(set) var bad: [FlowReport] = []
  /// The flows of findings that still fail, and the texts of their causes.
  private(set) var failing: [URL] = []
  private(set) var known: Set<String> = []
  private var dropped: Set<String> = []

  /// Reads the flows in a folder, which need not exist, and runs those of findings. A finding whose flow passes is mended, and its cause
  /// is searched for again.
  init(_ folder: URL, _ worker: FlowWorker) async {
    self.folder = folder
    self.worker = worker
    if FileKind.isMissing(folder.path) { return }
    for file in FlowFiles.find([folder.relativePath]) {
      do throws(FlowReport) {
        let trial = try await ExplorationMaterial.trial(of: file, FlowRunner(worker.app)).trial
        guard let cause = (try? FlowFile.text(of: file)).flatMap(FoundFlows.cause) else {
          ways.append(KeptWay(path: file.relativePath, trial: trial))
          continue
        }
        do throws(FlowStop) { if try await worker.run(file).passed { continue } } catch {
          known.insert(error.symptom.text)
        }
        failing.append(file)
        known.insert(cause)
      } catch { bad.append(error) }
    }
    ways.sort { $0.trial.lines.count < $1.trial.lines.count }
  }

  /// Drops a way that reaches nothing that flows and shorter ways do not reach, unless a user has written it.
  func drop(_ way: KeptWay) {
    let text = try? FlowFile.text(of: URL(fileURLWithPath: way.path))
    if text?.hasPrefix("# \(KeptWay.originStart)") == true { dropped.insert(way.path) }
  }

  /// The maximum number of ways in the folder, and of new ones.
  private static let size = (all: 200, new: 100)

  /// Writes the latest new ways, and removes the dropped ones, and the longest for which there is no room; returns their numbers.
  func write(_ new: some Collection<KeptWay>) async throws -> String {
    let found = FoundFlows(folder: folder)
    var count = 0
    for way in new.suffix(Self.size.new) {
      let name = Finding.name("way", way.trial.lines.suffix(3).map(\.name).joined(separator: "-"))
      let file = URL(fileURLWithPath: try found.write(way.text(options: worker.app.optionValues), as: name))
      // A delay that no call has used is a complaint of a flow, and none of a session that goes on.
      if await worker.report(of: file).passed { count += 1 } else { try FileManager.default.removeItem(at: file) }
    }
    for way in ways.filter({ !dropped.contains($0.path) }).dropFirst(Self.size.all - count) { drop(way) }
    for path in dropped where !FileKind.isMissing(path) { try FileManager.default.removeItem(atPath: path) }
    let all = CountText.of(ways.count - dropped.count + count, "way")
    return "corpus \(folder.relativePath): \(all), \(count) new, \(dropped.count) removed"
  }
}
