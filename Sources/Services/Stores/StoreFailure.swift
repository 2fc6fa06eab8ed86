/// A failed call of a store. The data that was stored before is intact in every case.
public enum StoreFailure: Error, Hashable, Sendable {
  /// The file exists, but cannot be read; `reason` is the system's text.
  case unreadable(file: String, reason: String)
  /// The content of the file is invalid; `reason` says where.
  case invalid(file: String, reason: String)
  /// The file was written by a newer version of the program.
  case newer(file: String, version: Int, supported: Int)
  /// The file cannot be written; `reason` is the system's text.
  case unwritable(file: String, reason: String)
  /// Another process, or another store of this process, holds the file for writing.
  case inUse(file: String)
  /// The file cannot be read while another process, or another store of this process, changes it.
  case busy(file: String)
  /// A library that the store needs is missing on this machine; `reason` is the system's text.
  case unavailable(library: String, reason: String)
  /// Any other failure, with its text.
  case other(String)
}

extension StoreFailure: CustomStringConvertible {
  /// The problem, its cause and a remedy.
  public var description: String {
    switch self {
    case .unreadable(let file, let reason):
      "cannot read \(file): \(reason). Nothing was changed; make it readable, or choose another place."
    case .invalid(let file, let reason):
      "cannot use \(file): \(reason). The file was left as it is; repair it, or move it away to start afresh."
    case .newer(let file, let version, let supported):
      "cannot use \(file): it has format \(version), and this program knows formats up to \(supported). "
        + "The file was left as it is; update the program, or choose another place."
    case .unwritable(let file, let reason):
      "cannot write \(file): \(reason). Earlier changes are still there; fix this and try again."
    case .inUse(let file):
      "cannot write \(file): another store is using it, in this program or in another one. Nothing was changed; let one "
        + "program at a time write it, with one store, and try again."
    case .busy(let file):
      "cannot read \(file): another store is changing it, in this program or in another one. Nothing was changed; try "
        + "again when it is done."
    case .unavailable(let library, let reason):
      "cannot open the library \(library), which this store needs: \(reason). Install SQLite, or choose another store."
    case .other(let reason): reason
    }
  }
}
