import Foundation

/// How entities of one type are written down: which version of the type this is, how to read older ones, and which values
/// queries ask about.
///
///     let schema = StoreSchema<Note>(
///       version: 2, migrations: [StoreMigration(from: 1) { (old: OldNote) in Note(id: old.id, text: old.title) }],
///       indexes: [StoreIndex("due", \.due)])
///
/// Data of an older version is read through the migrations, one after the other, and written in the new one with the next
/// change. Data of a newer version is refused and left as it is.
public struct StoreSchema<Entity: Sendable>: Sendable {
  /// The version that is written, from 1.
  public let version: Int
  let indexes: [StoreIndex<Entity>]
  private let migrations: [Int: StoreMigration]

  /// - Parameters:
  ///   - version: to be raised with each change of the type that the one before cannot read.
  ///   - migrations: one from each version before. A version without one is refused.
  ///   - indexes: for the values that queries filter and sort by; a store that keeps all in memory needs none.
  public init(version: Int = 1, migrations: [StoreMigration] = [], indexes: [StoreIndex<Entity>] = []) {
    self.version = version
    self.indexes = indexes
    self.migrations = Dictionary(migrations.map { ($0.from, $0) }) { $1 }
  }

  /// The steps from data of `version` to this one; fails if it is newer, or if a step is missing.
  func migrations(from version: Int, of file: String) throws(StoreFailure) -> [StoreMigration] {
    guard version <= self.version else { throw .newer(file: file, version: version, supported: self.version) }
    guard version >= 1 else { throw .invalid(file: file, reason: "there is no format \(version)") }
    var steps: [StoreMigration] = []
    for number in version..<self.version {
      guard let step = migrations[number] else {
        throw .invalid(file: file, reason: "it has format \(version), which this program can no longer read")
      }
      steps.append(step)
    }
    return steps
  }

  /// The name of two indexes, which is a mistake; nil if each has its own.
  var doubtfulIndex: String? {
    var names: Set<String> = []
    return indexes.map(\.name).first { !names.insert($0.lowercased()).inserted }
  }
}
