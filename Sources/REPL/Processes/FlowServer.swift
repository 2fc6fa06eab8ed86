import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The other side of a ``FlowProcess``: runs the flows that the process which started this one asks for.
@MainActor struct FlowServer {
  private let runner: FlowRunner
  private let terminal: Terminal

  init(_ app: ConsoleApp, _ asked: Arguments, _ terminal: Terminal) {
    runner = FlowRunner(app, asked)
    self.terminal = terminal
    // A program that a flow starts is none of these.
    unsetenv(FlowProcess.variable)
  }

  /// Runs until nobody asks any more; gives the exit code.
  func run() async -> Int32 {
    let socket = LineSocket.standardInput
    for await line in terminal.lines() {
      guard let path = try? JSONDecoder().decode(String.self, from: Data(line.utf8)) else { return 2 }
      let report = await runner.run(URL(fileURLWithPath: path))
      guard let answer = try? JSONEncoder().encode(ReportMessage(report)), socket.write(answer) else { return 2 }
    }
    return 0
  }
}
