import Foundation
import PlainText

/// The measurements of a run, saved for comparison with later runs.
struct ResultFile: Codable, Equatable {
  var version = 1
  let results: [RowResult]

  init(results: [RowResult]) { self.results = results }

  /// Reads the file of an earlier run.
  init(contentsOf file: String) throws(UsageError) {
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: file)) } catch {
      throw UsageError("\(file) cannot be read: \(ErrorText.of(error))")
    }
    do { self = try JSONDecoder().decode(ResultFile.self, from: data) } catch {
      throw UsageError("\(file) was not written by --json: \(error)")
    }
  }

  func write(to file: String) throws(UsageError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    do { try encoder.encode(self).write(to: URL(fileURLWithPath: file), options: .atomic) } catch {
      throw UsageError("\(file) cannot be written: \(ErrorText.of(error))")
    }
  }

  func result(named name: String) -> RowResult? { results.first { $0.name == name } }
}
