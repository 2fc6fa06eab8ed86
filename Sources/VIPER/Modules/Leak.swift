/// Something of a closed module that is still alive.
public struct Leak: Hashable, Sendable, CustomStringConvertible {
  /// Route and number: `details#3`.
  public let module: String
  /// What it is: `presenter DetailsPresenter`.
  public let part: String
  /// Where the module was assembled.
  public let file: String
  /// Where the module was assembled.
  public let line: UInt

  /// `details#3: presenter DetailsPresenter is still alive, built at App/Details.swift:12`
  public var description: String { "\(module): \(part) is still alive, built at \(file):\(line)" }
}

/// A part that should be gone, watched without being kept.
struct WatchedPart {
  private weak var object: AnyObject?
  private let leak: Leak

  init(_ object: AnyObject, role: String, module: String, file: String, line: UInt) {
    self.object = object
    leak = Leak(module: module, part: "\(role) \(type(of: object))", file: file, line: line)
  }

  /// The leak, while the part is alive.
  var current: Leak? { object == nil ? nil : leak }
}
