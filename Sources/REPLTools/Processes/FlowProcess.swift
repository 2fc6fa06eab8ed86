import Foundation
import PlainText
import REPL
import Signals

/// Another process of the program, which opens screens and runs flows on request. A flow that crashes or hangs the process
/// fails alone, with the line that caused it; the next flow gets a fresh process.
actor FlowProcess {
  /// The environment variable that marks such a process.
  static let variable = "REPL_FLOW_PROCESS"

  // Waiting for the other process blocks a thread, so the actor has a queue of its own.
  private nonisolated let executor = QueueExecutor(DispatchQueue(label: "REPL.process"))
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private let program: URL
  private let arguments: [String]
  private let clock: any Scheduler
  private let isSilent: Bool
  private var running: Running? {
    didSet { stopping.value = running?.givingUp }
  }
  /// Gives up the running process.
  private let stopping = MutableProperty<(@Sendable () -> Void)?>(nil)

  private struct Running {
    let process: Process
    let requests: Pipe
    let output: ProcessOutput

    /// Kills the process, and ends every wait for it.
    var givingUp: @Sendable () -> Void {
      { [process, end = output.end] in
        FlowProcess.kill(process)
        // A process that left the group may keep the output open, and then Foundation never reports the end.
        FlowProcess.signal(end)
      }
    }
  }

  /// - Parameters:
  ///   - clock: measures the time without progress.
  ///   - isSilent: whether the output of the process is hidden.
  init(_ program: URL, _ arguments: [String], clock: any Scheduler = DispatchScheduler.main, isSilent: Bool = false) {
    self.program = program
    self.arguments = arguments
    self.clock = clock
    self.isSilent = isSilent
  }

  /// Another process of this program with the same arguments; nil if the program's file is unknown.
  ///
  /// - Parameter isSilent: whether the output of the process is hidden.
  static func another(isSilent: Bool) -> FlowProcess? {
    Bundle.main.executableURL.map {
      FlowProcess($0, Array(ProcessInfo.processInfo.arguments.dropFirst()), isSilent: isSilent)
    }
  }

  /// Kills the process, even while it is asked.
  nonisolated func stop() { stopping.value?() }

  /// Sends a request to the other process and waits for the answer. Returns nil if no process can start.
  ///
  /// - Parameters:
  ///   - path: the flow of the request.
  ///   - limit: the longest time without progress.
  ///   - isTraced: whether a fresh process gets it, which finds the place of a crash. This takes half a second.
  ///   - heard: called with each line that begins.
  func ask(
    _ request: FlowRequest, of path: String, within limit: Duration, isTraced: Bool = false,
    heard: @Sendable (Origin) -> Void = { _ in }
  ) throws(FlowStop) -> FlowMessage? {
    if isTraced { end() }
    guard let running = running ?? start(isTraced: isTraced) else { return nil }
    let process = running.process, output = running.output
    var line: Origin?
    let watchdog = Watchdog(on: clock, limit: limit, running.givingUp)
    watchdog.restart()
    Self.send(request, to: running.requests)
    // The messages sent before a kill are still read: the last line that began is the line that hung.
    while let text = output.nextAnswer() {
      if text.isEmpty { continue }
      guard let message = try? JSONDecoder().decode(FlowMessage.self, from: text) else {
        // A build of another version may have another form of answers.
        if line != nil {
          running.givingUp()
          watchdog.end()
          self.running = nil
          throw FlowStop(path: path, origin: nil, problem: "its answer is not one")
        }
        // Printed before the program began to answer: from then on, its output goes to the standard error.
        output.pass(on: text + [UInt8(ascii: "\n")])
        continue
      }
      watchdog.restart()
      if case .progressed = message { continue }
      if case .began(let origin) = message {
        line = origin
        heard(origin)
        continue
      }
      if watchdog.end() { self.running = nil }
      return message
    }
    self.running = nil
    let problem = watchdog.end() ? Self.late(line, limit) : Self.ended(line, process, output)
    throw FlowStop(path: path, origin: line, problem: problem)
  }

  /// Sends a request. A process that has ended does not get it; its end is seen when its answer is read.
  private static func send(_ request: FlowRequest, to requests: Pipe) {
    guard let line = try? JSONEncoder().encode(request) else { return }
    try? requests.fileHandleForWriting.write(contentsOf: line + [UInt8(ascii: "\n")])
  }

  private static func signal(_ end: Pipe) { try? end.fileHandleForWriting.write(contentsOf: Data([0])) }

  /// Kills the process group, which includes processes that it started, such as the one that prints its backtrace.
  static func kill(_ process: Process, by signal: CInt = SIGKILL) {
    guard process.isRunning else { return }
    for target in [-process.processIdentifier, process.processIdentifier] { _ = Foundation.kill(target, signal) }
  }

  private static func late(_ line: Origin?, _ limit: Duration) -> String {
    let what = line.map { "'\(Printable.quote($0.text))'" } ?? "the program"
    return
      "\(what) made no progress for \(DurationText.print(limit)) and was stopped; check what it waits for, or raise --timeout"
  }

  /// The names of signals that end programs: the system's differ between platforms.
  private static let signals: [CInt: String] = [
    SIGHUP: "Hangup", SIGINT: "Interrupt", SIGQUIT: "Quit", SIGILL: "Illegal instruction", SIGTRAP: "Trace trap",
    SIGABRT: "Aborted", SIGBUS: "Bus error", SIGFPE: "Arithmetic error", SIGKILL: "Killed",
    SIGSEGV: "Segmentation fault", SIGPIPE: "Broken pipe", SIGALRM: "Alarm clock", SIGTERM: "Terminated",
    SIGXCPU: "CPU time limit exceeded",
  ]

  private static func ended(_ line: Origin?, _ process: Process, _ output: ProcessOutput) -> String {
    let what = line.map { "while '\(Printable.quote($0.text))' ran" } ?? "before the first command"
    let status = process.terminationStatus
    if process.terminationReason == .exit { return "the program ended \(what), with exit code \(status)" }
    let signal = "signal \(status)" + (signals[status].map { " (\($0))" } ?? "")
    let message = output.fatalError.map { ": \(Printable.line($0))" } ?? ""
    return "the program crashed \(what), by \(signal)\(message)" + (output.crashPlace.map { ", at \($0)" } ?? "")
  }

  private func start(isTraced: Bool) -> Running? {
    // A write to a process that has ended is an error that is seen, and no signal that ends this program.
    Foundation.signal(SIGPIPE, SIG_IGN)
    let process = Process(), requests = Pipe(), output = ProcessOutput(isSilent: isSilent)
    // Another process that starts at the same time would keep them open. This one gets copies, which it does not close.
    for pipe in [requests, output.answers, output.errors, output.end] {
      for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] where end.fileDescriptor >= 0 {
        _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
      }
    }
    process.executableURL = program
    process.arguments = arguments
    // A backtrace that nobody sees takes half a second.
    let backtrace = isTraced ? "enable=yes,color=no,interactive=no,threads=crashed" : "enable=no"
    process.environment = (isSilent ? ["SWIFT_BACKTRACE": backtrace] : [:])
      .merging(ProcessInfo.processInfo.environment) { $1 }.merging([Self.variable: "1"]) { $1 }
    process.standardInput = requests
    process.standardOutput = output.answers
    process.standardError = output.errors
    process.terminationHandler = { [end = output.end] _ in Self.signal(end) }
    // Without this pipe, which is opened last, the end of the process would not be noticed.
    guard output.end.fileHandleForReading.fileDescriptor >= 0, (try? process.run()) != nil else { return nil }
    let new = Running(process: process, requests: requests, output: output)
    running = new
    return new
  }

  /// Ends the process.
  ///
  /// - Parameter limit: the longest time to wait for a normal exit.
  func end(within limit: Duration = .seconds(60)) {
    guard let running else { return }
    self.running = nil
    let watchdog = Watchdog(on: clock, limit: limit, running.givingUp)
    watchdog.restart()
    // The process exits when no more requests can arrive.
    try? running.requests.fileHandleForWriting.close()
    while running.output.nextAnswer() != nil {}
    watchdog.end()
  }
}
