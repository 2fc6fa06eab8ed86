import Foundation
import REPL
import REPLTools
import Signals
import VIPER

/// A screen that is updated ten thousand times a second during typing. It runs in its own process, `benchmarks load-screen`,
/// which gets commands through a pipe; the time until each answer is measured.
@MainActor enum BusyScreen {
  /// Types commands at a busy screen; false if an answer takes longer than a person waits.
  static func report(_ write: (String) -> Void) async throws -> Bool {
    let screen = Process(), input = Pipe(), output = Pipe(), clock = ContinuousClock()
    screen.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    screen.arguments = ["load-screen"]
    (screen.standardInput, screen.standardOutput) = (input, output)
    try screen.run()
    var seen = Data(), slowest = Duration.zero
    func wait(for text: String) throws {
      while seen.range(of: Data(text.utf8)) == nil {
        let more = output.fileHandleForReading.availableData
        if more.isEmpty { throw LoadFailure("the busy screen ended before it said '\(text)'") }
        seen = seen.suffix(text.utf8.count) + more
      }
    }
    for number in 0..<50 {
      let time = try clock.measure {
        try input.fileHandleForWriting.write(contentsOf: Data("say \(number)\n".utf8))
        try wait(for: "said: \(number)\n")
      }
      slowest = max(slowest, time)
    }
    try input.fileHandleForWriting.close()
    screen.terminate()
    screen.waitUntilExit()
    let isKept = slowest <= .milliseconds(200)
    write("\(isKept ? "kept" : "MISSED") the slowest of 50 answers of a busy screen in \(slowest), promised 0.2 s")
    return isKept
  }

  /// Runs the screen, in its own process.
  static func run() async -> Int32 {
    let app = ConsoleApp("busy", home: "busy") { session in
      try Navigator(stage: session.console, environment: session.environment, modules: [busy])
    }
    return await app.main([])
  }

  private nonisolated static let busy = Module(Route<Void, Never>("busy")) { router, _ in
    let presenter = BusyPresenter(router)
    return Assembly(
      view: ConsoleView(
        .label("count", presenter.count), .field("say", presenter.words), .label("said", presenter.said)),
      presenter: presenter)
  }
}

@MainActor private final class BusyPresenter: Presenter {
  let count: Property<String>
  let words = MutableProperty("")
  let said: Property<String>

  init(_ router: Router<Never>) {
    let number = MutableProperty(0)
    count = number.map { "\($0)" }
    said = words.map(\.self)
    let queue = DispatchQueue(label: "busy")
    Signal<Int, Never>.timer(every: .microseconds(100), on: .queue(queue)).observeValues { number.value = $0 }
      .stored(in: router.alive)
  }
}
