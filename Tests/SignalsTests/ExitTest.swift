import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Ends the process of an exit test with success. Skips the search for leaks at exit, because an object that a queue or a task
/// holds at that moment may look like a leak.
func endNow() -> Never { _exit(EXIT_SUCCESS) }

/// Ends the process of an exit test after a minute of computing time: an echo computes for ever.
func endIfItEchoes() {
  var limit = rlimit(rlim_cur: 60, rlim_max: 60)
  #if canImport(Glibc)
    setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
  #else
    setrlimit(RLIMIT_CPU, &limit)
  #endif
}

extension ExitTest.Result? {
  /// The text that the process wrote to its standard error.
  var text: String { String(decoding: self?.standardErrorContent ?? [], as: UTF8.self) }
}
