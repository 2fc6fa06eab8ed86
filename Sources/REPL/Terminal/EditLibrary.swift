import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#endif

/// libedit, opened at run time: the debugger of the toolchain needs it, so it is there, and nothing has to be linked.
///
/// Its older interface is used, the one it shares with readline: it has no functions with variable arguments, which could not
/// be called this way on every platform.
@MainActor final class EditLibrary {
  typealias LineHandler = @convention(c) (UnsafeMutablePointer<CChar>?) -> Void
  typealias Completer =
    @convention(c) (UnsafePointer<CChar>?, CInt, CInt) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
  typealias KeyHandler = @convention(c) (CInt, CInt) -> CInt
  private typealias Text = @convention(c) (UnsafePointer<CChar>?) -> CInt

  private let handle: UnsafeMutableRawPointer
  #if canImport(Glibc)
    private static let codeset = nl_item(CODESET)
  #else
    private static let codeset = CODESET
  #endif

  /// nil where it is not there, or is another library than expected.
  init?() {
    let names = ["libedit.so.2", "libedit.so.0", "libedit.so", "libedit.3.dylib", "libedit.dylib"]
    guard let handle = names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else { return nil }
    self.handle = handle
    let needed = [
      "rl_callback_handler_install", "rl_callback_handler_remove", "rl_callback_read_char", "rl_initialize",
      "add_history",
      "read_history", "write_history", "stifle_history", "rl_forced_update_display", "rl_parse_and_bind",
      "rl_add_defun",
      "rl_prep_terminal", "rl_deprep_terminal",
      "rl_line_buffer", "rl_point", "rl_attempted_completion_function", "rl_attempted_completion_over",
    ]
    guard needed.allSatisfy({ dlsym(handle, $0) != nil }) else { return nil }
    // Wide characters are read as the locale says; without one, as UTF-8.
    setlocale(LC_CTYPE, "")
    if nl_langinfo(Self.codeset).map({ String(cString: $0) }) != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
  }

  /// A function or variable of the library.
  private func symbol<Symbol>(_ name: String, as type: Symbol.Type) -> Symbol? {
    // The names and types are those of the library's header.
    dlsym(handle, name).map { unsafeBitCast($0, to: type) }
  }

  private func variable<Value>(_ name: String, as type: Value.Type) -> UnsafeMutablePointer<Value>? {
    dlsym(handle, name)?.assumingMemoryBound(to: type)
  }

  /// Prepares the terminal's keys: Ctrl-C and Ctrl-Z come as keys while a line is edited, and Tab completes whole words. Ctrl-D
  /// that was typed before that comes as a zero where the terminal has taken it for the end of a line already.
  func start(
    completer: @escaping Completer, interrupt: @escaping KeyHandler, suspend: @escaping KeyHandler,
    endBefore: @escaping KeyHandler
  ) {
    endAtSignals()
    _ = symbol("rl_initialize", as: (@convention(c) () -> CInt).self)?()
    _ = symbol("rl_parse_and_bind", as: Text.self)?("setty -d -isig")
    let addKey = symbol("rl_add_defun", as: (@convention(c) (UnsafePointer<CChar>?, KeyHandler?, CInt) -> CInt).self)
    _ = addKey?(strdup("interrupt-line"), interrupt, 3)
    _ = addKey?(strdup("suspend-line"), suspend, 26)
    _ = addKey?(strdup("end-before-line"), endBefore, 0)
    variable("rl_attempted_completion_function", as: Completer?.self)?.pointee = completer
    variable("rl_basic_word_break_characters", as: UnsafeMutablePointer<CChar>?.self)?.pointee = strdup(" \t")
  }

  /// The terminal as it was, for a signal that ends the program.
  // Written once, before there is a handler that reads it.
  private nonisolated(unsafe) static var original = termios()

  /// Signals are the program's own: the library would draw wherever it is when one comes. But what it does before the program
  /// ends has to be done, too, or the terminal would stay as it is for keys.
  private func endAtSignals() {
    variable("rl_catch_signals", as: CInt.self)?.pointee = 0
    guard tcgetattr(STDIN_FILENO, &Self.original) == 0 else { return }
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      signal(number) { number in
        // In the background setting the terminal would stop the program before it ends.
        signal(SIGTTOU, SIG_IGN)
        tcsetattr(STDIN_FILENO, TCSANOW, &EditLibrary.original)
        if number == SIGINT { _exit(130) }
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  /// Shows a prompt and edits a line; `handler` gets it, or nil at the end of input.
  func begin(_ prompt: String, _ handler: @escaping LineHandler) {
    symbol(
      "rl_callback_handler_install", as: (@convention(c) (UnsafePointer<CChar>?, LineHandler?) -> Void).self)?(
        prompt, handler)
  }

  /// Shows another prompt from the next drawing on.
  func setPrompt(_ prompt: String) { _ = symbol("rl_set_prompt", as: Text.self)?(prompt) }

  func end() { symbol("rl_callback_handler_remove", as: (@convention(c) () -> Void).self)?() }

  /// Takes a key that has been typed.
  func readKey() { symbol("rl_callback_read_char", as: (@convention(c) () -> Void).self)?() }

  /// Draws prompt and line again, from the beginning of the row.
  func redraw() { _ = symbol("rl_forced_update_display", as: (@convention(c) () -> CInt).self)?() }

  func resize() { symbol("rl_resize_terminal", as: (@convention(c) () -> Void).self)?() }

  /// Gives the terminal back as it was, until ``resume()``.
  func pause() { symbol("rl_deprep_terminal", as: (@convention(c) () -> Void).self)?() }

  /// Prepares the terminal again: while the program was stopped, another one has done with it what it wanted.
  func resume() {
    pause()
    symbol("rl_prep_terminal", as: (@convention(c) (CInt) -> Void).self)?(1)
  }

  /// The line as far as it is typed; until its first key, the one before.
  var line: String {
    variable("rl_line_buffer", as: UnsafeMutablePointer<CChar>?.self)?.pointee.map { String(cString: $0) } ?? ""
  }

  /// How many bytes of that line are in front of the cursor.
  var cursor: Int { Int(variable("rl_point", as: CInt.self)?.pointee ?? 0) }

  /// What is offered is all there is: no names of files beside it.
  func endCompletion() { variable("rl_attempted_completion_over", as: CInt.self)?.pointee = 1 }

  // MARK: History

  func addHistory(_ line: String) { _ = symbol("add_history", as: Text.self)?(line) }

  func readHistory(_ path: String, limit: CInt) {
    _ = symbol("stifle_history", as: (@convention(c) (CInt) -> Void).self)?(limit)
    _ = symbol("read_history", as: Text.self)?(path)
  }

  func writeHistory(_ path: String) { _ = symbol("write_history", as: Text.self)?(path) }
}
