import Foundation

/// Counts the machine instructions of a row. Runs this program under valgrind twice, with different counts; the difference is
/// the cost of the row, without the cost of starting up.
struct InstructionCounter {
  private let valgrind: URL

  /// Nil if valgrind is not installed.
  init?(searching path: String = ProcessInfo.processInfo.environment["PATH"] ?? "") {
    let candidates = path.split(separator: ":").map {
      URL(fileURLWithPath: String($0)).appendingPathComponent("valgrind")
    }
    guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
      return nil
    }
    valgrind = found
  }

  /// Instructions per unit of the row's subject; nil if valgrind fails.
  func instructions(of row: Row) -> Double? {
    let few = max(10, 2_000_000 / (Int(row.goal.instructions ?? 1000) * row.subject.unitsPerCount)), many = few * 3
    guard let less = total(row, few), let more = total(row, many) else { return nil }
    return Double(more - less) / Double((many - few) * row.subject.unitsPerCount)
  }

  private func total(_ row: Row, _ count: Int) -> Int? {
    let process = Process(), pipe = Pipe()
    process.executableURL = valgrind
    process.arguments = [
      "--tool=callgrind", "--callgrind-out-file=/dev/null", CommandLine.arguments[0], "--run", row.name, "\(count)",
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = pipe
    do { try process.run() } catch { return nil }
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Self.collected(output)
  }

  /// The count in callgrind's last lines: `==1== Collected : 123456`.
  static func collected(_ output: String) -> Int? {
    for line in output.split(separator: "\n") {
      if let range = line.range(of: "Collected : ") { return Int(line[range.upperBound...]) }
    }
    return nil
  }
}
