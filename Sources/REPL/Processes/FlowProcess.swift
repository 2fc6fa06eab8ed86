import Foundation

/// Another process of the program, which runs flows for this one, each when it is asked to. A flow that ends the process
/// fails alone: the next one gets a fresh process.
actor FlowProcess {
  /// The variable that tells a process of the program that it is one of these.
  static let variable = "REPL_FLOW_PROCESS"

  // Waiting for the other process blocks a thread: one that nobody else needs.
  private nonisolated let executor = QueueExecutor(DispatchQueue(label: "REPL.process"))
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private let program: URL
  private let arguments: [String]
  private var running: (process: Process, socket: LineSocket)?

  init(_ program: URL, _ arguments: [String]) {
    self.program = program
    self.arguments = arguments
  }

  /// A process of the program that this one is, started the same way; nil where the program's file is not known.
  static func another() -> FlowProcess? {
    Bundle.main.executableURL.map { FlowProcess($0, Array(ProcessInfo.processInfo.arguments.dropFirst())) }
  }

  /// What a flow gives in the other process; nil if there can be none.
  func run(_ path: String, app: String) -> FlowReport? {
    guard let (process, socket) = running ?? start() else { return nil }
    if let request = try? JSONEncoder().encode(path), socket.write(request), let answer = socket.read(),
      let message = try? JSONDecoder().decode(ReportMessage.self, from: answer)
    {
      return message.report
    }
    running = nil
    process.waitUntilExit()
    let reason = process.terminationReason == .exit ? "with code" : "by signal"
    return FlowReport(
      path,
      .ended("!! the program ended while this ran, \(reason) \(process.terminationStatus); run it alone to see why"),
      app: app)
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
