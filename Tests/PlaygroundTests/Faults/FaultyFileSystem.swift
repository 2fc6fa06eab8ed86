import Foundation
import Services
import Signals

/// A disk with one failing call.
struct FaultyFileSystem: FileSystem {
  enum Kind: CaseIterable, Sendable {
    /// The call fails without effect; a write stores half of the data.
    case before
    /// The call takes effect, but reports a failure.
    case after
  }
  static let reason = "Input/output error"

  let disk: any FileSystem
  let kind: Kind
  let fault: Fault

  func contents(of file: URL) throws(FileSystemFailure) -> Data? {
    try look { () throws(FileSystemFailure) in try disk.contents(of: file) }
  }
  func version(of file: URL) throws(FileSystemFailure) -> FileVersion? {
    try look { () throws(FileSystemFailure) in try disk.version(of: file) }
  }
  func target(of file: URL) throws(FileSystemFailure) -> URL {
    try look { () throws(FileSystemFailure) in try disk.target(of: file) }
  }
  func createFolder(_ folder: URL) throws(FileSystemFailure) {
    try call { () throws(FileSystemFailure) in try disk.createFolder(folder) }
  }
  func write(_ data: Data, to file: URL) throws(FileSystemFailure) {
    let half = { () throws(FileSystemFailure) in try disk.write(data.prefix(data.count / 2), to: file) }
    try call(instead: half) { () throws(FileSystemFailure) in try disk.write(data, to: file) }
  }
  func synchronize(_ fileOrFolder: URL) throws(FileSystemFailure) {
    try call { () throws(FileSystemFailure) in try disk.synchronize(fileOrFolder) }
  }
  func rename(_ file: URL, to name: URL) throws(FileSystemFailure) {
    try call { () throws(FileSystemFailure) in try disk.rename(file, to: name) }
  }
  func remove(_ file: URL) throws(FileSystemFailure) {
    try call { () throws(FileSystemFailure) in try disk.remove(file) }
  }
  /// A failed call has not taken the lock.
  func lock(_ file: URL) throws(FileSystemFailure) -> Disposable? {
    guard fault.strikes() else { return try disk.lock(file) }
    if kind == .after { return nil }
    throw FileSystemFailure(Self.reason)
  }

  /// A reading call fails in only one way.
  private func look<Result>(_ work: () throws(FileSystemFailure) -> Result) throws(FileSystemFailure) -> Result {
    guard kind == .before, fault.strikes() else { return try work() }
    throw FileSystemFailure(Self.reason)
  }

  private func call(
    instead: () throws(FileSystemFailure) -> Void = {}, _ work: () throws(FileSystemFailure) -> Void
  ) throws(FileSystemFailure) {
    guard fault.strikes() else { return try work() }
    switch kind {
    case .before: try instead()
    case .after: try work()
    }
    throw FileSystemFailure(Self.reason)
  }
}
