import Foundation
import SQLiteStores
import Services
import Signals

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Writes into a store until it is killed or a write fails. The durability tests start it.
///
///     store-writer file|sqlite PATH [--limit BYTES] [--as-nobody]
///     store-writer hold PATH
///
/// The first form prints `ready`, then `from ` with the number of the last stored commit, then the number of each acknowledged commit,
/// and `! ` with a failure. The second form locks a database until it is killed.
@main struct StoreWriter {
  /// The entity. Each commit writes entity 0 with the commit's number, and an entity of its own with some text.
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

  /// Takes all of SQLite's locks on the file, like a program that changes a database without a write-ahead log.
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

  /// Limits the size of files from now on, to simulate a full disk.
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
    // Unbuffered, so that a commit is reported before the next one starts.
    try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
  }
}
