/// What the system said.
public struct FileSystemFailure: Error, Hashable, Sendable {
  /// In the system's words, such as "No space left on device".
  public let reason: String
  /// A failure with the system's words.
  public init(_ reason: String) { self.reason = reason }

  /// A folder, a pipe or a device: nothing that ends, and can be read twice.
  static let notRegular = Self("it is no regular file")
}
