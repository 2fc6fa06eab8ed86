import Foundation
import REPL

/// A process that was started: its answers are the lines of its standard output. Its standard error is passed on unless it is silent;
/// Swift's message of a crash is found there.
final class RunningProcess {
  let process = Process()
  private let requests = Pipe()
  private var answers = LineReader(), errors = LineReader()
  /// Written to when the process has ended, or when it is given up: another process may keep its output open.
  private let end = Pipe()
  private let isSilent: Bool
  /// The message of a crash, and the first place in its backtrace whose source file is on this machine: the app's, not the toolchain's.
  private(set) var fatalError: String?
  private(set) var crashPlace: String?
  private var isCrashedThread = false

  /// Starts a process in a group of its own; nil if that fails.
  ///
  /// - Parameter environment: nil for that of this process.
  init?(_ program: URL, _ arguments: [String], environment: [String: String]? = nil, isSilent: Bool) {
    self.isSilent = isSilent
    // A write to a process that has ended is an error that is seen, and no signal that ends this program.
    Foundation.signal(SIGPIPE, SIG_IGN)
    // Another process that starts at the same time would keep them open. This one gets copies, which it does not close.
    for pipe in [requests, answers.pipe, errors.pipe, end] {
      for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] where end.fileDescriptor >= 0 {
        _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
      }
    }
    process.executableURL = program
    process.arguments = arguments
    if let environment { process.environment = environment }
    process.standardInput = requests
    process.standardOutput = answers.pipe
    process.standardError = errors.pipe
    process.terminationHandler = { [end] _ in Self.signal(end) }
    // The process inherits the blocked signals of the thread, and a thread of Dispatch blocks those that interrupt it.
    var none = sigset_t(), blocked = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &blocked)
    defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
    // Without the pipe for the end, which is opened last, the end of the process would not be noticed.
    guard end.descriptor >= 0, (try? process.run()) != nil else { return nil }
  }

  /// Sends a line. A process that has ended does not get it; its end is seen when its answer is read.
  func send(_ line: Data) {
    try? requests.fileHandleForWriting.write(contentsOf: line + [UInt8(ascii: "\n")])
  }

  func endRequests() { try? requests.fileHandleForWriting.close() }

  /// The next answer; nil if the process has ended, or is given up, and all of its output is read.
  func nextAnswer() -> Data? {
    while true {
      if let line = answers.next() { return line }
      var all = [answers.descriptor, errors.descriptor, end.descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&all, 3, -1) >= 0 || errno == EINTR else { return nil }
      let ready = all.map { $0.revents != 0 }
      if ready == [false, false, true] { return nil }
      if ready[0] { _ = answers.read() }
      if ready[1] {
        if let new = errors.read() { pass(on: new) }
        while let line = errors.next() { note(line) }
      }
    }
  }

  /// Passes text of the process on. It is lost if this process has no standard error.
  func pass(on text: Data) { if !isSilent { try? FileHandle.standardError.write(contentsOf: text) } }

  private func note(_ line: Data) {
    let text = String(decoding: line, as: UTF8.self)
    if text.contains("Fatal error: ") || text.contains(": Precondition failed: ") { fatalError = text }
    if text.hasPrefix("Thread ") { isCrashedThread = text.hasSuffix(" crashed:") }
    guard isCrashedThread, crashPlace == nil, let frame = text.wholeMatch(of: /\s*[0-9]+ .* at (\/.*):([0-9]+):[0-9]+/),
      !FileKind.isMissing(String(frame.1))
    else { return }
    let folder = FileManager.default.currentDirectoryPath + "/"
    crashPlace = "\(frame.1.hasPrefix(folder) ? frame.1.dropFirst(folder.count) : frame.1):\(frame.2)"
  }

  /// Kills the process, and ends every wait for it.
  var givingUp: @Sendable () -> Void {
    { [process, end] in
      Self.kill(process)
      // A process that left the group may keep the output open, and then Foundation never reports the end.
      Self.signal(end)
    }
  }

  private static func signal(_ end: Pipe) { try? end.fileHandleForWriting.write(contentsOf: Data([0])) }

  /// Kills the process group, which includes processes that it started, such as the one that prints its backtrace.
  static func kill(_ process: Process, by signal: CInt = SIGKILL) {
    guard process.isRunning else { return }
    for target in [-process.processIdentifier, process.processIdentifier] { _ = Foundation.kill(target, signal) }
  }
}

/// An output of a process, line by line.
private struct LineReader {
  let pipe = Pipe()
  private var isOpen = true
  /// The line that has not ended, and those that have.
  private var begun = Data(), lines: ArraySlice<Data> = []

  /// Negative after the end of the output; then a poll leaves it out.
  var descriptor: CInt { isOpen ? pipe.descriptor : -1 }

  /// Reads what is available, after waiting for it; nil at the end.
  mutating func read() -> Data? {
    var new = [UInt8](repeating: 0, count: 65_536), count: Int
    repeat { count = Foundation.read(descriptor, &new, new.count) } while count < 0 && errno == EINTR
    isOpen = count > 0
    if !isOpen { return nil }
    let parts = new[..<count].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    begun += parts[0]
    for part in parts.dropFirst() {
      lines.append(begun)
      begun = Data(part)
    }
    return Data(new[..<count])
  }

  /// Takes the first line that has ended.
  mutating func next() -> Data? { lines.popFirst() }
}

extension Pipe {
  fileprivate var descriptor: CInt { fileHandleForReading.fileDescriptor }
}
