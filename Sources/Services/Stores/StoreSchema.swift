import Foundation

/// The stored format of one entity type: its version, the migrations from older versions, and the indexes for queries.
///
///     let migration = StoreMigration(from: 1) { (old: OldNote) in
///       Note(id: old.id, text: old.title)
///     }
///     let schema = StoreSchema<Note>(
///       version: 2, migrations: [migration],
///       indexes: [StoreIndex("due", \.due)])
///
/// Data of an older version passes through the migrations, one after the other. A ``FileStore`` writes it in the new version with its
/// next change; a `SQLiteStore` does so with its first call, even if that only reads. From then on, programs that know only the
/// older version reject it. Data of a newer version is rejected and stays unchanged.
public struct StoreSchema<Entity: Sendable>: Sendable {
  /// The current version, from 1.
  public let version: Int
  package let indexes: [StoreIndex<Entity>]
  private let migrations: [Int: StoreMigration]

  /// - Parameters:
  ///   - version: the current version. Raise it with each incompatible change of the type. For `SQLiteStore`, at most 2,147,483,647.
  ///   - migrations: one for each earlier version. Data of a version without a migration is rejected.
  ///   - indexes: the values that queries filter and sort by. Only `SQLiteStore` uses them.
  public init(version: Int = 1, migrations: [StoreMigration] = [], indexes: [StoreIndex<Entity>] = []) {
    self.version = version
    self.indexes = indexes
    self.migrations = Dictionary(migrations.map { ($0.from, $0) }) { $1 }
  }

  /// The migrations from `version` to the current one. Throws if `version` is newer, or if a migration is missing.
  package func migrations(from version: Int, of file: String) throws(StoreFailure) -> [StoreMigration] {
    guard version <= self.version else { throw .newer(file: file, version: version, supported: self.version) }
    guard version >= 1 else { throw .invalid(file: file, reason: "format \(version) does not exist") }
    var steps: [StoreMigration] = []
    for number in version..<self.version {
      guard let step = migrations[number] else {
        throw .invalid(file: file, reason: "it has format \(version), which this program can no longer read")
      }
      steps.append(step)
    }
    return steps
  }
}
