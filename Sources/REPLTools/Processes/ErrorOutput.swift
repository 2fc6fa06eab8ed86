import Foundation
import REPL

/// Reads the standard error of another process. It passes the text on, unless the process is silent, and finds Swift's message
/// of a crash.
final class ErrorOutput {
  /// The end for the other process.
  let there: FileHandle
  /// The descriptor to read from; -1 after its end.
  private var descriptor: CInt
  private let isSilent: Bool
  private var line = Data()
  /// The message of a crash.
  private(set) var fatalError: String?

  /// nil if no more files can be opened.
  init?(isSilent: Bool) {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    // Other processes do not inherit the ends.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    descriptor = ends[0]
    there = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    self.isSilent = isSilent
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Reads until there is something to read from `end`.
  func read(until end: CInt) {
    while true {
      // After the end of the output, the negative descriptor is left out.
      var both = [end, descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&both, 2, -1) >= 0 || errno == EINTR else { return }
      if both[1].revents != 0 { read() }
      if both[0].revents != 0 { return }
    }
  }

  /// Reads what is available.
  func readRest() {
    var output = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while descriptor >= 0, poll(&output, 1, 0) > 0 { read() }
  }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Foundation.read(descriptor, &bytes, bytes.count)
    if count < 0, errno == EINTR { return }
    guard count > 0 else {
      close(descriptor)
      descriptor = -1
      return
    }
    let new = Data(bytes.prefix(count))
    if !isSilent { try? FileHandle.standardError.write(contentsOf: new) }
    line += new
    while let end = line.firstIndex(of: UInt8(ascii: "\n")) {
      note(line[..<end])
      line = Data(line[(end + 1)...])
    }
    // A longer line is not the message of a crash.
    if line.count > 65_536 { line = Data() }
  }

  private func note(_ line: Data) {
    let text = String(decoding: line, as: UTF8.self)
    if text.contains("Fatal error: ") || text.contains(": Precondition failed: ") { fatalError = text }
  }
}
