/// A state of a file: equal until the file is replaced or written.
public struct FileVersion: Hashable, Sendable {
  private let parts: [Int64]
  /// A state told by numbers, such as the file's node, its size and the time of its last change.
  public init(_ parts: Int64...) { self.parts = parts }

  /// Identifies the file, whatever its content: on a disk its device and its node, which come first.
  var file: [Int64] { Array(parts.prefix(2)) }
}
