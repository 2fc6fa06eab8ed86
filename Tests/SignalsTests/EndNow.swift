#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Ends the process of a test that has one of its own, well. Nothing is looked for on the way out: what a queue or a task
/// holds at that moment may pass for a leak.
func endNow() -> Never { _exit(EXIT_SUCCESS) }

/// Ends the process of a test when it has computed for a minute, however long that takes: an echo computes for ever.
func endIfItEchoes() {
  var limit = rlimit(rlim_cur: 60, rlim_max: 60)
  #if canImport(Glibc)
    setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
  #else
    setrlimit(RLIMIT_CPU, &limit)
  #endif
}
