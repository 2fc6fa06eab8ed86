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

  /// Whether what is written goes to a terminal.
  var isTerminal = false

  /// Whether to show colours: as asked for, otherwise on a terminal that has them and whose user does not mind.
  func isColored(_ asked: Arguments.Color, _ machine: [String: String]) -> Bool {
    switch asked {
    case .always: true
    case .never: false
    case .auto: isTerminal && machine["NO_COLOR"] ?? "" == "" && machine["TERM"] != "dumb"
    }
  }

  /// The process's own.
  static var standard: Terminal {
    signal(SIGPIPE, SIG_IGN)
    let hasReader = MutableProperty(true)
    return Terminal(
      isInteractive: isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1,
      lines: { standardLines },
      write: { if !FileHandle.standardOutput.writes($0) { hasReader.value = false } },
      writeError: { _ = FileHandle.standardError.writes($0) },
      hasReader: { hasReader.value }, isTerminal: isatty(STDOUT_FILENO) == 1)
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
