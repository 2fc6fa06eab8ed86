import Foundation
import Signals

/// Another process of the program, which runs flows for this one, each when it is asked to. A flow that ends the process, or
/// holds it up, fails alone, with the line that did it: the next flow gets a fresh process.
actor FlowProcess {
  /// The variable that tells a process of the program that it is one of these.
  static let variable = "REPL_FLOW_PROCESS"

  // Waiting for the other process blocks a thread: one that nobody else needs.
  private nonisolated let executor = QueueExecutor(DispatchQueue(label: "REPL.process"))
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private let program: URL
  private let arguments: [String]
  private let clock: any Scheduler
  private var running: (process: Process, socket: LineSocket)?

  /// - Parameter clock: times flows that make no progress.
  init(_ program: URL, _ arguments: [String], clock: any Scheduler = MainScheduler.main) {
    self.program = program
    self.arguments = arguments
    self.clock = clock
  }

  /// A process of the program that this one is, started the same way; nil where the program's file is not known.
  static func another() -> FlowProcess? {
    Bundle.main.executableURL.map { FlowProcess($0, Array(ProcessInfo.processInfo.arguments.dropFirst())) }
  }

  /// What a flow gives in the other process; nil if there can be none.
  ///
  /// - Parameter limit: how long it may make no progress.
  func run(_ path: String, app: String, within limit: Duration) -> FlowReport? {
    guard let (process, socket) = running ?? start() else { return nil }
    let watchdog = Watchdog(on: clock, limit: limit) {
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }
    watchdog.restart()
    var line: Origin?
    if let request = try? JSONEncoder().encode(path), socket.write(request) {
      while let text = socket.read() {
        watchdog.restart()
        switch try? JSONDecoder().decode(FlowMessage.self, from: text) {
        case .began(let origin): line = origin
        case .goesOn: break
        case .ended(let message):
          if watchdog.end() { running = nil }
          return message.report
        // Nobody understands it: the app writes to the connection.
        case nil: kill(process.processIdentifier, SIGKILL)
        }
      }
    }
    running = nil
    process.waitUntilExit()
    let problem = watchdog.end() ? Self.late(line, limit) : Self.ended(line, process)
    return FlowReport(stopped: path, at: line?.line, problem, app: app)
  }

  private static func late(_ line: Origin?, _ limit: Duration) -> String {
    let what = line.map { "'\(Printable.quote($0.text))'" } ?? "the flow"
    return
      "\(what) made no progress for \(DurationText.print(limit)) and was stopped; see what it waits for, or give --timeout more"
  }

  private static func ended(_ line: Origin?, _ process: Process) -> String {
    let what = line.map { "while '\(Printable.quote($0.text))' ran" } ?? "before the first command"
    let status = process.terminationStatus
    if process.terminationReason == .exit { return "the program ended \(what), with exit code \(status)" }
    return "the program crashed \(what), by signal \(status) (\(String(cString: strsignal(status))))"
  }

  private func start() -> (process: Process, socket: LineSocket)? {
    guard let (here, there) = LineSocket.pair() else { return nil }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging([Self.variable: "1"]) { $1 }
    process.standardInput = there
    guard (try? process.run()) != nil else { return nil }
    // Only the other process has its end: so its end is heard here.
    try? there.close()
    running = (process, here)
    return running
  }

  /// Ends the process.
  func end() {
    guard let process = running?.process else { return }
    // It ends when nobody can ask it any more.
    running = nil
    process.waitUntilExit()
  }
}
