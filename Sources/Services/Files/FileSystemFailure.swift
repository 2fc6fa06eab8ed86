/// A failed file operation.
public struct FileSystemFailure: Error, Hashable, Sendable {
  /// The system's text, such as "No space left on device".
  public let reason: String
  /// A failure with the system's text.
  public init(_ reason: String) { self.reason = reason }

  /// The file is a folder, a pipe or a device.
  package static let notRegular = Self("it is not a regular file")
}
