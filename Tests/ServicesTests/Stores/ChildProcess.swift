import BuiltPackage
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A child process with its output.
final class ChildProcess {
  struct CannotStart: Error { let reason: String }

  private let id: pid_t
  private let output: Int32
  private var buffer: [UInt8] = []

  /// Starts a program of this package.
  init(_ name: String, _ arguments: [String]) throws {
    let path = BuiltModules.program(name).path
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw CannotStart(reason: "no pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    let words = ([path] + arguments).map { strdup($0) }
    let variables = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") }
    defer { for text in words + variables { free(text) } }
    var id: pid_t = 0
    let code = posix_spawn(&id, path, &actions, nil, words + [nil], variables + [nil])
    close(ends[1])
    guard code == 0 else {
      close(ends[0])
      throw CannotStart(reason: "\(path): \(String(cString: strerror(code)))")
    }
    (self.id, output) = (id, ends[0])
  }

  deinit {
    kill()
    close(output)
  }

  /// Kills the process if it still runs, and waits for its end.
  func kill() {
    guard !isGone else { return }
    isGone = true
    _ = killProcess(id)
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
  }
  private var isGone = false

  /// The next line of its output; nil after the last one.
  func line() -> String? {
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        defer { buffer.removeSubrange(...end) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      var chunk = [UInt8](repeating: 0, count: 4096)
      let count = read(output, &chunk, chunk.count)
      if count == 0 { return nil }
      if count > 0 { buffer += chunk.prefix(count) } else if errno != EINTR { return nil }
    }
  }

  /// The remaining lines, up to the end of the process.
  func lines() -> [String] {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    return lines
  }
}

private func killProcess(_ id: pid_t) -> Int32 { kill(id, SIGKILL) }
