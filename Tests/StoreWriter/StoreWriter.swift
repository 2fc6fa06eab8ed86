import Foundation
import Services
import Signals

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A process that writes into a store until it is killed, or cannot write any more: what the durability tests start.
///
///     store-writer file|sqlite PATH [--limit BYTES] [--as-nobody]
///     store-writer hold PATH
///
/// The first prints `ready`, `from ` and the number of the last commit that it finds, then the number of each commit as soon as the store
/// has acknowledged it, and `! ` with a failure. The second has a database alone, until it is killed.
@main struct StoreWriter {
  /// What is written; each commit holds its number, an entity of its own and some text.
  struct Entry: Codable, Identifiable, Sendable {
    let id: Int
    var number: Int
    var text: String
  }

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 2 else { exit(2) }
    let url = URL(fileURLWithPath: arguments[1])
    if arguments[0] == "hold" {
      say(hold(url.path) ? "held" : "in use")
      while true { pause() }
    }
    let store: any Store<Entry> = arguments[0] == "file" ? FileStore(at: url) : SQLiteStore(at: url)
    if let index = arguments.firstIndex(of: "--limit"),
      let limit = arguments.dropFirst(index + 1).first.flatMap(rlim_t.init)
    {
      limitFiles(to: limit)
    }
    if arguments.contains("--as-nobody"), getuid() == 0, setuid(65534) != 0 { exit(2) }
    say("ready")
    do {
      var number = try store.entity(0).answer()?.number ?? 0
      say("from \(number)")
      while write(number + 1, to: store) { number += 1 }
    } catch {
      say("! \(error)")
    }
  }

  /// Takes all of SQLite's locks on the file, as who changes a database without a log does.
  private static func hold(_ path: String) -> Bool {
    let descriptor = open(path, O_RDWR)
    var lock = flock()
    (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
    (lock.l_start, lock.l_len) = (0x4000_0000, 512)
    return fcntl(descriptor, F_SETLK, &lock) == 0
  }

  private static func write(_ number: Int, to store: any Store<Entry>) -> Bool {
    let text = String(repeating: "\(number) ", count: 20 + number % 50)
    let changes = [Entry(id: 0, number: number, text: ""), Entry(id: number, number: number, text: text)]
    do {
      try store.commit(changes.map { .save($0) }).answer()
      say("\(number)")
      return true
    } catch {
      say("! \(error)")
      return false
    }
  }

  /// From now on, a file can be no longer than that: a disk that is full.
  private static func limitFiles(to bytes: rlim_t) {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
    #if canImport(Glibc)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #else
      setrlimit(RLIMIT_FSIZE, &limit)
    #endif
  }

  private static func say(_ line: String) {
    // Not buffered: what is acknowledged is said before anything else happens.
    try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
  }
}
