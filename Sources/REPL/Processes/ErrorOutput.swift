import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Reads the standard error of another process. It passes the text on, unless the process is silent, and finds Swift's message
/// of a crash.
final class ErrorOutput {
  /// The end for the other process.
  let there: FileHandle
  /// The descriptor to read from; -1 after its end.
  private(set) var descriptor: CInt
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

  /// Reads until there is something to read from `end`, and then what is available.
  func read(until end: CInt) {
    var isOver = false
    while descriptor >= 0 || !isOver {
      // A negative descriptor is left out.
      var both = [end, descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&both, 2, isOver ? 0 : -1) >= 0 || errno == EINTR else { return }
      if both[1].revents != 0 { read() } else if isOver { return }
      isOver = isOver || both[0].revents != 0
    }
  }

  /// Reads once; waits for text if there is none.
  func read() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Self.read(descriptor, &bytes, bytes.count)
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

  private static func read(_ descriptor: CInt, _ bytes: inout [UInt8], _ count: Int) -> Int {
    #if canImport(Darwin)
      Darwin.read(descriptor, &bytes, count)
    #elseif canImport(Glibc)
      Glibc.read(descriptor, &bytes, count)
    #else
      Musl.read(descriptor, &bytes, count)
    #endif
  }
}
