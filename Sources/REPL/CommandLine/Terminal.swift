import Foundation

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

  /// The process's own.
  static var standard: Terminal {
    signal(SIGPIPE, SIG_IGN)
    return Terminal(
      isInteractive: isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1,
      lines: { standardLines },
      write: { FileHandle.standardOutput.writeIgnoringAClosedPipe($0) },
      writeError: { FileHandle.standardError.writeIgnoringAClosedPipe($0) })
  }

  /// Read on a thread of their own: waiting for input keeps nothing else from running.
  private static var standardLines: AsyncStream<String> {
    AsyncStream { continuation in
      Thread.detachNewThread {
        while let line = readLine(strippingNewline: true) { continuation.yield(line) }
        continuation.finish()
      }
    }
  }
}

extension FileHandle {
  /// Writes text. Whoever reads may have gone; there is nobody left to tell then.
  fileprivate func writeIgnoringAClosedPipe(_ text: String) {
    try? write(contentsOf: Data(text.utf8))
  }
}
