import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#endif

/// How the terminal gives keys: each at once and without showing it, while a line is edited; otherwise as before.
@MainActor struct TerminalMode {
  /// The terminal as it was, for a signal that ends the program.
  // Written while no handler reads it, or by bytes that are the same.
  private nonisolated(unsafe) static var original = termios()
  private var isPrepared = false

  /// nil if standard input is no terminal.
  init?() {
    guard tcgetattr(STDIN_FILENO, &Self.original) == 0 else { return nil }
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      signal(number) { number in
        // In the background setting the terminal would stop the program before it ends.
        signal(SIGTTOU, SIG_IGN)
        tcsetattr(STDIN_FILENO, TCSANOW, &TerminalMode.original)
        if number == SIGINT { _exit(130) }
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  /// Lets keys come at once. What other programs have done with the terminal meanwhile is what is restored.
  mutating func prepare() {
    restore()
    guard tcgetattr(STDIN_FILENO, &Self.original) == 0 else { return }
    var mode = Self.original
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    mode.c_iflag &= ~tcflag_t(ICRNL | INLCR | IXON | ISTRIP)
    withUnsafeMutableBytes(of: &mode.c_cc) { ($0[Int(VMIN)], $0[Int(VTIME)]) = (1, 0) }
    isPrepared = tcsetattr(STDIN_FILENO, TCSADRAIN, &mode) == 0
  }

  /// Gives the terminal back as it was.
  mutating func restore() {
    if isPrepared { tcsetattr(STDIN_FILENO, TCSADRAIN, &Self.original) }
    isPrepared = false
  }

  /// Stops while the terminal is somebody else's: another program reads its keys and writes what is seen. False if nobody gives it
  /// back.
  static func waitForForeground() -> Bool {
    for _ in 0..<100 {
      let owner = tcgetpgrp(STDIN_FILENO)
      if owner <= 0 || owner == getpgrp() { return true }
      stopHere()
    }
    return false
  }

  /// Stops the program in this thread right here, and not some time later in another one; not at all where nobody could let it
  /// go on. Dispatch's threads block signals.
  static func stopHere() {
    var stop = sigset_t(), before = sigset_t()
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &stop, &before)
    pthread_kill(pthread_self(), SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
