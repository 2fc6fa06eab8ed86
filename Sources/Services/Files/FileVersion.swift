/// The version of a file. Two versions are equal as long as the file is neither replaced nor written.
public struct FileVersion: Hashable, Sendable {
  private let parts: [Int64]
  /// A version made of numbers, such as the file's inode, its size and the time of its last change.
  public init(_ parts: Int64...) { self.parts = parts }

  /// The identity of the file, independent of its content: the first two numbers, which are device and inode on a disk.
  package var file: [Int64] { Array(parts.prefix(2)) }
}
