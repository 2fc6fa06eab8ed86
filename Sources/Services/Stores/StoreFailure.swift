/// Why a store could not do what it was asked. What was stored before is still there, in every case.
public enum StoreFailure: Error, Hashable, Sendable {
  /// The file is there and cannot be read; `reason` is the system's.
  case unreadable(file: String, reason: String)
  /// The file is not what this store writes; `reason` says where.
  case invalid(file: String, reason: String)
  /// The file was written by a newer version of the program.
  case newer(file: String, version: Int, supported: Int)
  /// The file cannot be replaced; `reason` is the system's.
  case unwritable(file: String, reason: String)
  /// Anything else, in the words of whoever failed.
  case other(String)
}

extension StoreFailure: CustomStringConvertible {
  /// What happened, why, and what to do about it.
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
      "cannot write \(file): \(reason). What was saved before is still there; try again when this is settled."
    case .other(let reason): reason
    }
  }
}
