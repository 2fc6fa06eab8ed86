import Foundation

/// The mode of the terminal: raw and without echo while a line is being edited, otherwise as before.
@MainActor struct TerminalMode {
  /// The terminal's former mode, and the former actions of the signals that end a program, which their handler restores.
  // Written only while no handler reads them, or with equal bytes. Pointers, because a handler must not run Swift's checks of
  // access.
  private nonisolated(unsafe) static let original = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  private nonisolated(unsafe) static let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)
  private var isPrepared = false

  /// Returns nil if standard input is not a terminal.
  init?() {
    guard tcgetattr(STDIN_FILENO, Self.original) == 0 else { return nil }
    let crashes = [SIGABRT, SIGSEGV, SIGTRAP, SIGILL, SIGBUS, SIGFPE, SIGSYS]
    for number in crashes + [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ] {
      sigaction(number, nil, Self.actions + Int(number))
      let former = signal(number) { number in
        // In the background, setting the mode would stop the program before it ends.
        signal(SIGTTOU, SIG_IGN)
        tcsetattr(STDIN_FILENO, TCSANOW, TerminalMode.original)
        TerminalMode.marksPastes(false)
        // The former action, such as the one that prints a backtrace, is next: the signal is blocked until this handler returns.
        sigaction(number, TerminalMode.actions + Int(number), nil)
        raise(number)
      }
      // On the alternate stack, if there is one: after a stack overflow, there is no room on the thread's own.
      var action = sigaction()
      sigaction(number, nil, &action)
      action.sa_flags |= SA_ONSTACK
      sigaction(number, &action, nil)
      if unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
    }
  }

  /// Sets the raw mode. `restore()` returns to the mode at this call, which other programs may have changed since the last one.
  mutating func prepare() {
    restore()
    guard tcgetattr(STDIN_FILENO, Self.original) == 0 else { return }
    var mode = Self.original.pointee
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    mode.c_iflag &= ~tcflag_t(ICRNL | INLCR | IXON | ISTRIP)
    withUnsafeMutableBytes(of: &mode.c_cc) { ($0[Int(VMIN)], $0[Int(VTIME)]) = (1, 0) }
    isPrepared = tcsetattr(STDIN_FILENO, TCSADRAIN, &mode) == 0
    if isPrepared { Self.marksPastes(true) }
  }

  mutating func restore() {
    if isPrepared {
      Self.marksPastes(false)
      tcsetattr(STDIN_FILENO, TCSADRAIN, Self.original)
    }
    isPrepared = false
  }

  /// Lets the terminal mark the beginning and the end of a paste, or not. Safe in a signal handler: the texts are constants.
  private nonisolated static func marksPastes(_ marks: Bool) {
    let sequence: StaticString = marks ? "\u{1B}[?2004h" : "\u{1B}[?2004l"
    _ = write(STDOUT_FILENO, sequence.utf8Start, sequence.utf8CodeUnitCount)
  }

  /// Stops this program while another program has the terminal in the foreground. False if it never gets the terminal back.
  static func waitForForeground() -> Bool {
    for _ in 0..<100 {
      let owner = tcgetpgrp(STDIN_FILENO)
      if owner <= 0 || owner == getpgrp() { return true }
      stopHere()
    }
    return false
  }

  /// Stops the program in this thread, at this call: Dispatch's threads block signals, so the signal is unblocked here first. Without
  /// a shell that can continue the program, the system ignores the stop.
  static func stopHere() {
    var stop = sigset_t(), before = sigset_t()
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &stop, &before)
    pthread_kill(pthread_self(), SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
