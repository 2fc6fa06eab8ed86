/// What SQLite said.
struct SQLiteError: Error {
  /// What became of a call; the rest of the codes is said in words.
  enum Kind { case busy, damaged, other }
  let kind: Kind
  let reason: String

  init(code: Int32, reason: String) {
    self.reason = reason
    kind =
      switch code & 0xFF {
      case 5, 6: .busy  // SQLITE_BUSY, SQLITE_LOCKED
      // SQLITE_CORRUPT, SQLITE_NOTADB, and SQLITE_ERROR: every statement is one that fits what a store writes.
      case 11, 26, 1: .damaged
      default: .other
      }
  }
}
