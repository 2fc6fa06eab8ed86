// The type that has the name of a function: Swift declares those in two modules only.
@_exported import Foundation

public typealias mode_t = UInt16
public typealias dev_t = Int32
public typealias ino_t = UInt64
public typealias nlink_t = UInt16
public typealias off_t = Int64

public struct stat {
  public var st_dev: dev_t, st_mode: mode_t, st_nlink: nlink_t, st_ino: ino_t, st_uid: UInt32, st_gid: UInt32
  public var st_rdev: dev_t, st_atimespec: timespec, st_mtimespec: timespec, st_ctimespec: timespec
  public var st_birthtimespec: timespec, st_size: off_t, st_blocks: Int64, st_blksize: Int32, st_flags: UInt32
  public init() { fatalError() }
}
