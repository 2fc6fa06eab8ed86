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
  private let isSilent: Bool
  private var running: (process: Process, socket: LineSocket)?

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

  /// What a flow gives in the other process; nil if there can be none.
  ///
  /// - Parameter limit: how long it may make no progress.
  func run(_ path: String, app: String, within limit: Duration) -> FlowReport? {
    var line: Origin?, report: FlowReport?
    let end = ask(.run(path), within: limit) { message in
      switch message {
      case .began(let origin): line = origin
      case .ended(let message): report = message.report
      case .goesOn, .faults: break
      }
      return report != nil
    }
    switch end {
    case .none: return nil
    case .answered: return report
    case .late: return FlowReport(stopped: path, at: line?.line, Self.late(line, limit), app: app)
    case .ended(let process): return FlowReport(stopped: path, at: line?.line, Self.ended(line, process), app: app)
    }
  }

  /// What is wrong with the app's screens; nil if there can be no other process. A screen that ends the process or holds it up
  /// is named by the flows that open it.
  func faults(within limit: Duration) -> [String]? {
    var faults: [String]?
    let end = ask(.faults, within: limit) { message in
      if case .faults(let found) = message { faults = found }
      return faults != nil
    }
    if case .none = end { return nil }
    return faults ?? []
  }

  /// How a question ends.
  private enum End {
    /// There is no other process.
    case none
    case answered
    /// It made no progress, and was stopped.
    case late
    case ended(Process)
  }

  /// Asks the other process, and hears its answers.
  ///
  /// - Parameter hear: true if that is all.
  private func ask(_ request: FlowRequest, within limit: Duration, _ hear: (FlowMessage) -> Bool) -> End {
    guard let (process, socket) = running ?? start() else { return .none }
    let watchdog = Watchdog(on: clock, limit: limit) { Self.kill(process) }
    watchdog.restart()
    if let request = try? JSONEncoder().encode(request), socket.write(request) {
      while let text = socket.read() {
        watchdog.restart()
        guard let message = try? JSONDecoder().decode(FlowMessage.self, from: text) else {
          // Nobody understands it: the app writes to the connection.
          Self.kill(process)
          continue
        }
        guard hear(message) else { continue }
        if watchdog.end() { running = nil }
        return .answered
      }
    }
    running = nil
    process.waitUntilExit()
    return watchdog.end() ? .late : .ended(process)
  }

  private static func kill(_ process: Process) {
    if process.isRunning { _ = Foundation.kill(process.processIdentifier, SIGKILL) }
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
    if isSilent { (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice) }
    guard (try? process.run()) != nil else { return nil }
    // Only the other process has its end: so its end is heard here.
    try? there.close()
    running = (process, here)
    return running
  }

  /// Ends the process.
  ///
  /// - Parameter limit: how long it may take to end by itself.
  func end(within limit: Duration = .seconds(60)) {
    guard let process = running?.process else { return }
    // It ends when nobody can ask it any more.
    running = nil
    let watchdog = Watchdog(on: clock, limit: limit) { Self.kill(process) }
    watchdog.restart()
    process.waitUntilExit()
    watchdog.end()
  }
}
