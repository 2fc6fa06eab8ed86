/// What the system said.
public struct FileSystemFailure: Error, Hashable, Sendable {
  /// In the system's words, such as "No space left on device".
  public let reason: String
  /// A failure with the system's words.
  public init(_ reason: String) { self.reason = reason }
}
