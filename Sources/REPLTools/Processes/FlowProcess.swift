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
  private var running: RunningProcess? {
    didSet { stopping.value = running?.givingUp }
  }
  /// Gives up the running process.
  private let stopping = MutableProperty<(@Sendable () -> Void)?>(nil)

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
  static func another(isSilent: Bool) -> FlowProcess? {
    Bundle.main.executableURL.map {
      FlowProcess($0, Array(ProcessInfo.processInfo.arguments.dropFirst()), isSilent: isSilent)
    }
  }

  /// Kills the process, even while it is asked.
  nonisolated func stop() { stopping.value?() }

  /// Sends a request to the other process and waits for the answer.
  ///
  /// - Parameters:
  ///   - path: the flow of the request.
  ///   - limit: the longest time without progress.
  ///   - isTraced: whether a fresh process gets it, which finds the place of a crash. This takes half a second.
  func ask(
    _ request: FlowRequest, of path: String, within limit: Duration, isTraced: Bool = false
  ) throws(FlowStop) -> FlowMessage {
    if isTraced { end() }
    guard let running = running ?? start(isTraced: isTraced) else {
      let problem = "another process of the program cannot be started; check that its file still exists"
      throw FlowStop(path: path, problem: problem)
    }
    var lines: [Origin] = [], trial = Trial([]), watchdog = Watchdog(on: clock, limit: limit, running.givingUp)
    // A request can always be encoded.
    if let request = try? JSONEncoder().encode(request) { running.send(request) }
    // The messages sent before a kill are still read: the last line that began is the line that hung.
    while let text = running.nextAnswer() {
      if text.isEmpty { continue }
      guard let message = try? JSONDecoder().decode(FlowMessage.self, from: text) else {
        // Printed before the program began to answer: from then on, its output goes to the standard error.
        if lines.isEmpty {
          running.pass(on: text + [UInt8(ascii: "\n")])
          continue
        }
        // A build of another version may have another form of answers.
        running.givingUp()
        watchdog.end()
        self.running = nil
        throw .misunderstood(path)
      }
      watchdog.restart()
      switch message {
      case .progressed: continue
      case .began(let line): lines.append(line)
      case .playing(let played):
        trial = played
        lines.append(Origin(text: trial.lines.last?.text ?? ""))
      default:
        if watchdog.end() { self.running = nil }
        return message
      }
    }
    self.running = nil
    let problem = watchdog.end() ? Self.late(lines.last, limit) : Self.ended(lines.last, running)
    throw FlowStop(path: path, lines: lines, trial: trial, problem: problem, place: running.crashPlace)
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

  private static func ended(_ line: Origin?, _ running: RunningProcess) -> String {
    let what = line.map { "while '\(Printable.quote($0.text))' ran" } ?? "before the first command"
    let status = running.process.terminationStatus
    if running.process.terminationReason == .exit { return "the program ended \(what), with exit code \(status)" }
    let signal = "signal \(status)" + (signals[status].map { " (\($0))" } ?? "")
    let message = running.fatalError.map { ": \(Printable.line($0))" } ?? ""
    return "the program crashed \(what), by \(signal)\(message)" + (running.crashPlace.map { ", at \($0)" } ?? "")
  }

  private func start(isTraced: Bool) -> RunningProcess? {
    var environment = ProcessInfo.processInfo.environment
    environment[Self.variable] = "1"
    // A backtrace that nobody sees takes half a second.
    let backtrace = isTraced ? "enable=yes,color=no,interactive=no,threads=crashed" : "enable=no"
    if isSilent { environment["SWIFT_BACKTRACE"] = backtrace }
    running = RunningProcess(program, arguments, environment: environment, isSilent: isSilent)
    return running
  }

  /// Ends the process, which has a minute for that.
  func end() {
    guard let running else { return }
    self.running = nil
    let watchdog = Watchdog(on: clock, limit: .seconds(60), running.givingUp)
    // The process exits when no more requests can arrive.
    running.endRequests()
    while running.nextAnswer() != nil {}
    watchdog.end()
  }
}
