import Foundation
import Signals

/// Another process of the program, which opens screens and runs flows for this one, each when it is asked to. A flow that ends
/// the process, or holds it up, fails alone, with the line that did it: the next flow gets a fresh process.
actor FlowProcess {
  /// The variable that tells a process of the program that it is one of these.
  static let variable = "REPL_FLOW_PROCESS"

  // Waiting for the other process blocks a thread: one that nobody else needs.
  private nonisolated let executor = QueueExecutor(DispatchQueue(label: "REPL.process"))
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private let program: URL
  private let arguments: [String]
  private let clock: any Scheduler
  private let isSilent: Bool
  private var running: (process: Process, socket: LineSocket, errors: ErrorOutput)?

  /// - Parameters:
  ///   - clock: times flows that make no progress.
  ///   - isSilent: whether nothing that it prints is to be seen.
  init(_ program: URL, _ arguments: [String], clock: any Scheduler = MainScheduler.main, isSilent: Bool = false) {
    self.program = program
    self.arguments = arguments
    self.clock = clock
    self.isSilent = isSilent
  }

  /// A process of the program that this one is, started the same way; nil where the program's file is not known.
  ///
  /// - Parameter isSilent: whether nothing that it prints is to be seen.
  static func another(isSilent: Bool) -> FlowProcess? {
    Bundle.main.executableURL.map {
      FlowProcess($0, Array(ProcessInfo.processInfo.arguments.dropFirst()), isSilent: isSilent)
    }
  }

  /// Asks the other process, and hears its answer; nil if there can be none.
  ///
  /// - Parameters:
  ///   - path: the flow that is asked about.
  ///   - limit: how long it may make no progress.
  ///   - heard: called with each line that begins.
  func ask(
    _ request: FlowRequest, of path: String, within limit: Duration, heard: @Sendable (Origin) -> Void = { _ in }
  ) throws(FlowStop) -> FlowMessage? {
    guard let (process, socket, errors) = running ?? start() else { return nil }
    var line: Origin?
    let watchdog = Watchdog(on: clock, limit: limit) { Self.kill(process) }
    watchdog.restart()
    if let request = try? JSONEncoder().encode(request), socket.write(request) {
      // What it said before it was stopped is still heard: the last line that began is the one that held it up.
      while let text = socket.read(besides: errors) {
        watchdog.restart()
        guard let message = try? JSONDecoder().decode(FlowMessage.self, from: text) else {
          // The line is no message: the app itself writes to the connection.
          Self.kill(process)
          continue
        }
        if case .began(let origin) = message {
          line = origin
          heard(origin)
        }
        if message.isProgress { continue }
        if watchdog.end() { running = nil }
        return message
      }
    }
    running = nil
    process.waitUntilExit()
    errors.readAll()
    let problem = watchdog.end() ? Self.late(line, limit) : Self.ended(line, process, errors.fatalError)
    throw FlowStop(path: path, origin: line, problem: problem)
  }

  private static func kill(_ process: Process) {
    if process.isRunning { _ = Foundation.kill(process.processIdentifier, SIGKILL) }
  }

  private static func late(_ line: Origin?, _ limit: Duration) -> String {
    let what = line.map { "'\(Printable.quote($0.text))'" } ?? "the program"
    return
      "\(what) made no progress for \(DurationText.print(limit)) and was stopped; see what it waits for, or give --timeout more"
  }

  private static func ended(_ line: Origin?, _ process: Process, _ message: String?) -> String {
    let what = line.map { "while '\(Printable.quote($0.text))' ran" } ?? "before the first command"
    let status = process.terminationStatus
    if process.terminationReason == .exit { return "the program ended \(what), with exit code \(status)" }
    let signal = "signal \(status) (\(String(cString: strsignal(status))))"
    return "the program crashed \(what), by \(signal)" + (message.map { ": \(Printable.line($0))" } ?? "")
  }

  private func start() -> (process: Process, socket: LineSocket, errors: ErrorOutput)? {
    guard let (here, there) = LineSocket.pair(), let errors = ErrorOutput(isSilent: isSilent) else { return nil }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging([Self.variable: "1"]) { $1 }
    process.standardInput = there
    if isSilent { process.standardOutput = FileHandle.nullDevice }
    process.standardError = errors.there
    guard (try? process.run()) != nil else { return nil }
    // Only the other process has its ends: so their end is heard here.
    try? there.close()
    try? errors.there.close()
    running = (process, here, errors)
    return running
  }

  /// Ends the process.
  ///
  /// - Parameter limit: how long it may take to end by itself.
  func end(within limit: Duration = .seconds(60)) {
    guard let (process, _, errors) = running else { return }
    // It ends when nobody can ask it any more.
    running = nil
    errors.readAll()
    let watchdog = Watchdog(on: clock, limit: limit) { Self.kill(process) }
    watchdog.restart()
    process.waitUntilExit()
    watchdog.end()
  }
}
