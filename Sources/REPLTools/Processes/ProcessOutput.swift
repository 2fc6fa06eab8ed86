import Foundation
import REPL

/// The output of another process: its answers, which are lines of its standard output, and its standard error, which is passed on
/// unless the process is silent. Swift's message of a crash is found there.
final class ProcessOutput {
  let answers = Pipe(), errors = Pipe()
  /// Written to when the process has ended, or when it is given up: another process may keep its output open.
  let end = Pipe()
  private let isSilent: Bool
  private var answer = LineBuffer(), error = LineBuffer()
  private var isAnswering = true, isComplaining = true
  /// The message of a crash, and the first place in its backtrace whose source file is on this machine: the app's, not the toolchain's.
  private(set) var fatalError: String?
  private(set) var crashPlace: String?
  private var isCrashedThread = false

  init(isSilent: Bool) { self.isSilent = isSilent }

  /// The next answer; nil if the process has ended, or is given up, and all of its output is read.
  func nextAnswer() -> Data? {
    while true {
      if let line = answer.next() { return line }
      // After its end, an output has a negative descriptor, which is left out.
      let open = [
        isAnswering ? answers.descriptor : -1, isComplaining ? errors.descriptor : -1, end.descriptor,
      ]
      var all = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&all, 3, -1) >= 0 || errno == EINTR else { return nil }
      let ready = all.map { $0.revents != 0 }
      if ready == [false, false, true] { return nil }
      if ready[0] {
        let new = answers.read()
        isAnswering = !new.isEmpty
        answer.add(new)
      }
      if ready[1] {
        let new = errors.read()
        isComplaining = !new.isEmpty
        error.add(new)
        pass(on: new)
        while let line = error.next() { note(line) }
      }
    }
  }

  /// Passes text of the other process on. It is lost if this process has no standard error.
  func pass(on text: Data) { if !isSilent { try? FileHandle.standardError.write(contentsOf: text) } }

  private func note(_ line: Data) {
    let text = String(decoding: line, as: UTF8.self)
    if text.contains("Fatal error: ") || text.contains(": Precondition failed: ") { fatalError = text }
    if text.hasPrefix("Thread ") { isCrashedThread = text.hasSuffix(" crashed:") }
    guard isCrashedThread, crashPlace == nil, let frame = text.wholeMatch(of: /\s*[0-9]+ .* at (\/.*):([0-9]+):[0-9]+/),
      !FileKind.isMissing(String(frame.1))
    else { return }
    crashPlace = "\(URL(fileURLWithPath: String(frame.1)).relativePath):\(frame.2)"
  }
}

/// Lines that arrive in pieces.
private struct LineBuffer {
  private var bytes = Data(), searched = 0

  mutating func add(_ new: Data) { bytes += new }

  /// Takes the first line that has ended.
  mutating func next() -> Data? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.endIndex
      return nil
    }
    defer { (bytes, searched) = (Data(bytes[(end + 1)...]), 0) }
    return bytes[..<end]
  }
}

extension Pipe {
  fileprivate var descriptor: CInt { fileHandleForReading.fileDescriptor }

  /// Reads what is available, after waiting for it; empty at the end.
  fileprivate func read() -> Data {
    var bytes = [UInt8](repeating: 0, count: 65_536), count: Int
    repeat { count = Foundation.read(descriptor, &bytes, bytes.count) } while count < 0 && errno == EINTR
    return Data(bytes.prefix(max(0, count)))
  }
}
