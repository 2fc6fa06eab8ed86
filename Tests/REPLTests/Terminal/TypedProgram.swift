import BuiltPackage
import Fixtures
import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  @preconcurrency import Glibc
#endif

/// The sample program, or a shell that starts it, at a pseudo terminal.
final class TypedProgram {
  private let process = Process()
  private let keyboard: CInt
  private let ended = DispatchSemaphore(value: 0)
  private(set) var seen = ""
  /// The output before the text that was found last.
  private(set) var before = ""
  /// Whether the terminal was told to mark pastes.
  private(set) var marksPastes = false

  /// Where there is a program that starts another one with a controlling terminal.
  static let hasShell = FileManager.default.isExecutableFile(atPath: "/usr/bin/setsid")

  /// - Parameters:
  ///   - keys: the keys typed before it starts.
  ///   - isShell: whether it is a shell with job control, whose prompt is `sh> `.
  ///   - program: the program, which gets its own arguments; the sample program by default.
  ///   - isColored: whether `NO_COLOR` is unset.
  ///   - folder: the working folder.
  init(
    state: String, term: String = "xterm", arguments: [String] = [], typing keys: String = "", isColored: Bool = false,
    environment: [String: String] = [:], isShell: Bool = false, program: URL? = nil, in folder: URL? = nil
  ) throws {
    var outside: CInt = 0, inside: CInt = 0
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    try #require(openpty(&outside, &inside, nil, nil, &size) == 0)
    // A write takes as much as fits, and never waits.
    _ = fcntl(outside, F_SETFL, fcntl(outside, F_GETFL) | O_NONBLOCK)
    keyboard = outside
    process.currentDirectoryURL = folder
    process.executableURL =
      isShell ? URL(fileURLWithPath: "/usr/bin/setsid") : program ?? BuiltModules.program("playground")
    process.arguments =
      isShell ? ["--ctty", "--wait", "/bin/sh", "-i"] : (program == nil ? ["--data", state] : []) + arguments
    process.environment = ["TERM": term, "XDG_STATE_HOME": state, "HOME": state, "PS1": "sh> "]
      .merging(environment) { $1 }
    if !isColored { process.environment?["NO_COLOR"] = "1" }
    // The program's code coverage counts for these tests, and a sanitizer treats it as it treats them.
    for name in ["LLVM_PROFILE_FILE", "ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"] {
      process.environment?[name] = ProcessInfo.processInfo.environment[name]
    }
    let terminal = FileHandle(fileDescriptor: inside, closeOnDealloc: true)
    process.standardInput = terminal
    process.standardOutput = terminal
    process.standardError = terminal
    process.terminationHandler = { [ended] _ in ended.signal() }
    type(keys)
    try process.run()
  }

  deinit {
    if process.isRunning { process.terminate() }
    close(keyboard)
  }

  /// Types keys and waits for each of the texts after them; returns the text that does not appear.
  func misses(_ steps: KeyValuePairs<String, [String]>) -> String? {
    for (keys, texts) in steps {
      type(keys)
      for text in texts where !sees(text) { return "no '\(text)' after '\(keys)'" }
    }
    return nil
  }

  /// Waits until a text appears after the text that was found last; at most half a minute, which only a failure takes.
  func sees(_ text: String, looks: Int = 300) -> Bool {
    for _ in 0..<looks {
      if let found = seen.range(of: text) {
        before = String(seen[..<found.lowerBound])
        seen = String(seen[found.upperBound...])
        return true
      }
      receive()
    }
    return false
  }

  /// Types keys. Receives output meanwhile, because a program that cannot print does not read either.
  func type(_ keys: String) {
    var bytes = Array(keys.utf8)[...]
    while !bytes.isEmpty {
      let events = events(POLLIN | POLLOUT)
      if events & POLLHUP != 0 { return }  // the program has ended
      if events & POLLOUT == 0 {
        receive()
      } else {
        let count = bytes.withUnsafeBytes { write(keyboard, $0.baseAddress, $0.count) }
        if count > 0 { bytes = bytes.dropFirst(count) } else { receive() }
      }
    }
  }

  /// Receives output, waiting for a tenth of a second at most.
  private func receive() {
    guard events(POLLIN) & POLLIN != 0 else { return }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(keyboard, &bytes, bytes.count)
    if count > 0 { seen += String(decoding: bytes.prefix(count), as: UTF8.self) }
    let mode = "\u{1B}[?2004"
    while let found = seen.range(of: mode), found.upperBound < seen.endIndex {
      marksPastes = seen[found.upperBound] == "h"
      seen.removeSubrange(found.lowerBound...found.upperBound)
    }
  }

  /// The events of the terminal, waiting for a tenth of a second at most.
  private func events(_ wanted: CInt) -> CInt {
    var descriptor = pollfd(fd: keyboard, events: Int16(wanted), revents: 0)
    return poll(&descriptor, 1, 100) > 0 ? CInt(descriptor.revents) : 0
  }

  func resize(to columns: UInt16) {
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(keyboard, UInt(TIOCSWINSZ), &size)
    // It is not the program's controlling terminal, so it sends no signal itself.
    kill(process.processIdentifier, SIGWINCH)
  }

  func signal(_ signal: CInt) { kill(process.processIdentifier, signal) }

  /// Sends a signal to the program and its processes, where the system lists them, as a service manager does.
  func signalAll(_ signal: CInt) {
    let id = process.processIdentifier
    let children = (try? String(contentsOfFile: "/proc/\(id)/task/\(id)/children", encoding: .utf8)) ?? ""
    for child in children.split(separator: " ").compactMap({ CInt($0) }) { kill(child, signal) }
    kill(id, signal)
  }

  /// Whether the program has a process group of its own, so that a stop does not stop the tests.
  var isAlone: Bool { getpgid(process.processIdentifier) != getpgrp() }

  /// Whether the terminal has line mode and echo, as for other programs.
  var isPlain: Bool {
    var modes = termios()
    let plain = tcflag_t(ICANON | ECHO | ISIG)
    return tcgetattr(keyboard, &modes) == 0 && modes.c_lflag & plain == plain
  }

  /// The exit code; nil if the program does not end within half a minute, which only a failure takes. Receives output meanwhile,
  /// because a program that cannot print does not end.
  var exitCode: Int32? {
    for _ in 0..<300 {
      receive()
      if ended.wait(timeout: .now() + .milliseconds(100)) == .success { return process.terminationStatus }
    }
    return nil
  }
}

extension TemporaryFolder {
  /// Runs a session of the program up to its first prompt, and then `body`, which returns the mistake, nil if there is none. The
  /// session has to exit with 0 after `end`.
  func session(
    _ arguments: [String] = [], isColored: Bool = false, end: String = "\u{4}",
    sourceLocation: SourceLocation = #_sourceLocation, _ body: @escaping @Sendable (TypedProgram) -> String?
  ) async throws {
    let wrong: String? = try await onOwnThread { [path] in
      let typed = try TypedProgram(state: path, arguments: arguments, isColored: isColored)
      guard typed.sees("home> ") else { return "no prompt" }
      if let problem = body(typed) { return "\(problem) in '\(typed.seen)'" }
      typed.type(end)
      return typed.exitCode == 0 ? nil : "no good end"
    }
    #expect(wrong == nil, sourceLocation: sourceLocation)
  }
}
