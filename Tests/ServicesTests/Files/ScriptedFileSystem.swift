import Foundation
import Services
import Signals

/// A disk that records its operations, and fails on demand.
final class ScriptedFileSystem: FileSystem {
  enum Step: Hashable {
    case look, read, createFolder, write, synchronize, rename, remove, lock
    /// The synchronization after the rename.
    case synchronizeFolder
  }

  let disk: MemoryFileSystem
  /// Runs before each look at a version.
  let onLook = MutableProperty<(@Sendable () -> Void)?>(nil)
  private let steps = MutableProperty<[String]>([])
  private let faults = MutableProperty<[Step: String]>([:])

  init(_ files: [String: Data] = [:]) { disk = MemoryFileSystem(files) }

  /// Runs `work` once, before the next look at a version.
  func atNextLook(_ work: @escaping @Sendable () -> Void) {
    onLook.value = { [onLook] in
      onLook.value = nil
      work()
    }
  }

  /// The operations, such as `rename /notes.json.new /notes.json`.
  var log: [String] { steps.value }

  /// Makes `step` fail with `reason` from now on; nil makes it work again.
  func fail(_ step: Step, with reason: String?) { faults.modify { $0[step] = reason } }

  func contents(of file: URL) throws(FileSystemFailure) -> Data? {
    try note(.read, file)
    return disk.contents(of: file)
  }
  func version(of file: URL) throws(FileSystemFailure) -> FileVersion? {
    onLook.value?()
    if let reason = faults.value[.look] { throw FileSystemFailure(reason) }
    return disk.version(of: file)
  }
  func createFolder(_ folder: URL) throws(FileSystemFailure) { try note(.createFolder, folder) }
  func write(_ data: Data, to file: URL) throws(FileSystemFailure) {
    // Writes half of the data, like a disk that fills up.
    if faults.value[.write] != nil { disk.write(data.prefix(data.count / 2), to: file) }
    try note(.write, file)
    disk.write(data, to: file)
  }
  func synchronize(_ fileOrFolder: URL) throws(FileSystemFailure) {
    try note(.synchronize, fileOrFolder)
    if disk.contents(of: fileOrFolder) == nil, let reason = faults.value[.synchronizeFolder] {
      throw FileSystemFailure(reason)
    }
  }
  func rename(_ file: URL, to name: URL) throws(FileSystemFailure) {
    try note(.rename, file, name)
    try disk.rename(file, to: name)
  }
  func remove(_ file: URL) throws(FileSystemFailure) {
    try note(.remove, file)
    disk.remove(file)
  }

  func lock(_ file: URL) throws(FileSystemFailure) -> Disposable? {
    try note(.lock, file)
    return disk.lock(file)
  }

  private func note(_ step: Step, _ paths: URL...) throws(FileSystemFailure) {
    steps.modify { $0.append(([("\(step)")] + paths.map(\.path)).joined(separator: " ")) }
    if let reason = faults.value[step] { throw FileSystemFailure(reason) }
  }
}
