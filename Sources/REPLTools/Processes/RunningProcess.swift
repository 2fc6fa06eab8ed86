import Foundation
import REPL

/// A process that was started: its answers are the lines of its standard output. Its standard error is passed on unless it is silent;
/// Swift's message of a crash is found there.
final class RunningProcess {
  let process = Process()
  private let requests = Pipe(), answers = Pipe(), errors = Pipe()
  /// Written to when the process has ended, or when it is given up: another process may keep its output open.
  private let end = Pipe()
  private let isSilent: Bool
  private var answer = LineBuffer(), error = LineBuffer()
  private var isAnswering = true, isComplaining = true
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
    for pipe in [requests, answers, errors, end] {
      for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] where end.fileDescriptor >= 0 {
        _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
      }
    }
    process.executableURL = program
    process.arguments = arguments
    if let environment { process.environment = environment }
    process.standardInput = requests
    process.standardOutput = answers
    process.standardError = errors
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

  /// Sends nothing more.
  func endRequests() { try? requests.fileHandleForWriting.close() }

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
      if ready[0] { isAnswering = answer.read(answers) != nil }
      if ready[1] {
        let new = error.read(errors)
        isComplaining = new != nil
        if let new { pass(on: new) }
        while let line = error.next() { note(line) }
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

/// Lines that arrive in pieces.
private struct LineBuffer {
  private var bytes = Data(), searched = 0

  /// Reads what is available, after waiting for it; nil at the end.
  mutating func read(_ pipe: Pipe) -> Data? {
    var new = [UInt8](repeating: 0, count: 65_536), count: Int
    repeat { count = Foundation.read(pipe.descriptor, &new, new.count) } while count < 0 && errno == EINTR
    if count <= 0 { return nil }
    bytes += new[..<count]
    return Data(new[..<count])
  }

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
}
