import Foundation
import REPL
import Signals

/// The input and output of a program: the standard streams of the process, or those of a test.
struct Terminal: Sendable {
  /// Whether a person types, and the terminal echoes the typed text.
  let isInteractive: Bool
  /// The lines typed or piped, until the end of input.
  let lines: @Sendable () -> AsyncStream<String>
  let write: @Sendable (String) -> Void
  let writeError: @Sendable (String) -> Void
  /// The error of a write to the output, which loses text, such as one to a full disk; nil while there is none.
  var failure: @Sendable () -> POSIXErrorCode? = { nil }

  /// Makes a line editor for an app of that name; nil if lines cannot be edited.
  var makeEditor: (@MainActor @Sendable (_ app: String) -> LineEditor?)?
  /// Calls `act` when the user interrupts the program, instead of ending it, until the result is disposed.
  var onInterrupt: @Sendable (_ act: @escaping @MainActor @Sendable () -> Void) -> Disposable = { _ in Disposable() }
  /// Whether the output is a terminal.
  var isTerminal = false
  /// Makes a process that opens screens and runs flows, without output if it is silent; nil if this process has to do that.
  var makeProcess: @Sendable (_ isSilent: Bool) -> FlowProcess? = { _ in nil }

  private(set) var isColored = false

  /// Sets whether lines have colours: as the option says, otherwise on a terminal with colours unless `NO_COLOR` is set.
  mutating func color(_ asked: Arguments.Color, _ machine: [String: String]) {
    isColored =
      switch asked {
      case .always: true
      case .never: false
      case .auto: isTerminal && machine["NO_COLOR"] ?? "" == "" && machine["TERM"] != "dumb"
      }
  }

  /// A line with its colour and a newline.
  func text(_ line: StyledLine) -> String { line.text(isColored: isColored) + "\n" }

  func show(_ line: StyledLine) { write(text(line)) }

  func complain(_ line: String) { writeError(StyledLine(line).text + "\n") }

  /// The standard streams of the process.
  static var standard: Terminal {
    keepStandardStreams()
    signal(SIGPIPE, SIG_IGN)
    // Exits at once: a running flow does not change the user's data.
    signal(SIGINT) { _ in _exit(130) }
    let failure = MutableProperty<POSIXErrorCode?>(nil), machine = ProcessInfo.processInfo.environment
    var terminal = Terminal(
      isInteractive: isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1,
      lines: { standardLines },
      write: {
        do { try FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) } catch {
          let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
          failure.value = cause.flatMap { POSIXErrorCode(rawValue: CInt($0.code)) } ?? .EIO
        }
      },
      writeError: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) },
      failure: { failure.value }, isTerminal: isatty(STDOUT_FILENO) == 1)
    terminal.makeProcess = { FlowProcess.another(isSilent: $0) }
    terminal.onInterrupt = { act in
      let disposable = Disposable()
      for number in [SIGINT, SIGTERM] {
        let former = signal(number, SIG_IGN)
        // Dispatch allows any thread to cancel a source.
        nonisolated(unsafe) let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
        // The handler runs on the main queue, and so on the main actor.
        source.setEventHandler { MainActor.assumeIsolated(act) }
        source.resume()
        disposable.add(
          Disposable {
            source.cancel()
            signal(number, former)
          })
      }
      return disposable
    }
    if terminal.isInteractive, machine["TERM"] ?? "dumb" != "dumb" {
      terminal.makeEditor = { LineEditor(historyPath: historyPath(of: $0, machine)) }
    }
    return terminal
  }

  /// Opens standard streams that were closed at the start of the program, so that no other file takes their numbers. Reading from
  /// them and writing to them fails.
  private static func keepStandardStreams() {
    for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// The path of the history, in a folder that only the user may read; nil if there is no suitable folder.
  static func historyPath(of app: String, _ machine: [String: String]) -> String? {
    // Ignores empty and relative paths.
    func place(_ name: String) -> String? { machine[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    let states = place("XDG_STATE_HOME") ?? place("HOME").map { $0 + "/.local/state" }
    guard let folder = states.map({ "\($0)/\(app)" }) else { return nil }
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch { return nil }
    return folder + "/history"
  }

  /// The lines of standard input. Each is read on demand, on a separate queue: waiting for input blocks no other work, and fast input
  /// waits for the app.
  private static var standardLines: AsyncStream<String> {
    let queue = DispatchQueue(label: "REPL.input")
    return AsyncStream {
      await withCheckedContinuation { line in queue.async { line.resume(returning: readLine()) } }
    }
  }
}
