#if canImport(UIKit) && !os(watchOS)
  package import Foundation

  /// The rows of a table or a collection, with their commands. A test finds it as the delegate of the list.
  @MainActor package protocol ListRows: AnyObject, Sendable {
    /// A section's heading.
    func title(ofSection index: Int) -> String?
    /// The names of the commands for a row.
    var commandNames: [String] { get }
    /// Whether the command is enabled, or the reason why not.
    func state(of command: String) -> (isEnabled: Bool, reason: String?)
    /// Executes a command: the selection of a row, or the tap on one of its buttons.
    func execute(_ command: String, at path: IndexPath)
  }
#endif
