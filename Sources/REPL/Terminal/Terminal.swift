import Foundation
import Signals

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#endif

/// Where a program reads and writes: the process's own standard streams, or a test's.
struct Terminal: Sendable {
  /// Whether a person types: then the terminal echoes what is typed.
  let isInteractive: Bool
  /// The lines typed or piped, until the end of input.
  let lines: @Sendable () -> AsyncStream<String>
  let write: @Sendable (String) -> Void
  let writeError: @Sendable (String) -> Void
  /// Whether somebody still reads what is written.
  var hasReader: @Sendable () -> Bool = { true }

  /// Makes an editor of lines for an app of that name; nil where there is none.
  var makeEditor: (@MainActor @Sendable (_ app: String) -> LineEditor?)?
  /// Has something called when the user interrupts the program, which then goes on, until what is given is disposed.
  var onInterrupt: @Sendable (_ act: @escaping @MainActor @Sendable () -> Void) -> Disposable = { _ in Disposable() }
  /// Whether what is written goes to a terminal.
  var isTerminal = false
  /// Makes a process for screens to be opened in and flows to run in, which prints nothing if it is silent; gives nil where that
  /// has to be in this one.
  var makeProcess: @Sendable (_ isSilent: Bool) -> FlowProcess? = { _ in nil }

  /// Whether to show colours: as asked for, otherwise on a terminal that has them and whose user does not mind.
  func isColored(_ asked: Arguments.Color, _ machine: [String: String]) -> Bool {
    switch asked {
    case .always: true
    case .never: false
    case .auto: isTerminal && machine["NO_COLOR"] ?? "" == "" && machine["TERM"] != "dumb"
    }
  }

  /// Writes a line for people; what others wrote in it prints as the text it is.
  func show(_ line: StyledLine, isColored: Bool = false) { write(line.text(isColored: isColored) + "\n") }

  /// The same for what went wrong.
  func complain(_ line: String) { writeError(StyledLine(line).text + "\n") }

  /// The process's own.
  static var standard: Terminal {
    keepStandardStreams()
    signal(SIGPIPE, SIG_IGN)
    // At once, wherever it is: a flow under way changes nothing of the user's.
    signal(SIGINT) { _ in _exit(130) }
    let hasReader = MutableProperty(true), machine = ProcessInfo.processInfo.environment
    var terminal = Terminal(
      isInteractive: isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1,
      lines: { standardLines },
      write: { if !FileHandle.standardOutput.writes($0) { hasReader.value = false } },
      writeError: { _ = FileHandle.standardError.writes($0) },
      hasReader: { hasReader.value }, isTerminal: isatty(STDOUT_FILENO) == 1)
    terminal.makeProcess = { FlowProcess.another(isSilent: $0) }
    terminal.onInterrupt = { act in
      signal(SIGINT, SIG_IGN)
      // A source may be cancelled on any thread.
      nonisolated(unsafe) let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .main)
      // The main queue is the main actor's.
      source.setEventHandler { MainActor.assumeIsolated(act) }
      source.resume()
      return Disposable { source.cancel() }
    }
    if terminal.isInteractive, machine["TERM"] ?? "dumb" != "dumb" {
      terminal.makeEditor = { LineEditor(historyPath: historyPath(of: $0, machine)) }
    }
    return terminal
  }

  /// Opens the standard streams that the program was started without, so that no other file takes their numbers. Nothing can be
  /// written there, nor read.
  private static func keepStandardStreams() {
    for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// The file that keeps what was typed, in a folder that only the user may read; nil if there is no place for it.
  static func historyPath(of app: String, _ machine: [String: String]) -> String? {
    // What is empty, or depends on where the program was started, is no place.
    func place(_ name: String) -> String? { machine[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    let states = place("XDG_STATE_HOME") ?? place("HOME").map { $0 + "/.local/state" }
    guard let folder = states.map({ "\($0)/\(app)" }) else { return nil }
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch { return nil }
    return folder + "/history"
  }

  /// Each is read when it is asked for, on a queue of their own: waiting for input keeps nothing else from running, and
  /// input that is faster than the app waits for it.
  private static var standardLines: AsyncStream<String> {
    let queue = DispatchQueue(label: "REPL.input")
    return AsyncStream {
      await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: readLine(strippingNewline: true)) }
      }
    }
  }
}

extension FileHandle {
  /// Writes text; false if that fails: whoever reads has gone.
  fileprivate func writes(_ text: String) -> Bool {
    do { try write(contentsOf: Data(text.utf8)) } catch { return false }
    return true
  }
}
