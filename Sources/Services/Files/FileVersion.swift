/// A state of a file: equal as long as nobody has replaced or written it.
public struct FileVersion: Hashable, Sendable {
  private let parts: [Int64]
  /// A state told by numbers, such as the file's node, its size and the time of its last change.
  public init(_ parts: Int64...) { self.parts = parts }

  /// Which file it is, whatever it holds: on a disk its device and its node, which come first.
  var file: [Int64] { Array(parts.prefix(2)) }
}
