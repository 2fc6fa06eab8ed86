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
  private let type: AnyClass
  private let role: String, module: String, file: StaticString, line: UInt

  init(_ object: AnyObject, role: String, module: String, file: StaticString, line: UInt) {
    self.object = object
    type = Swift.type(of: object)
    (self.role, self.module, self.file, self.line) = (role, module, file, line)
  }

  /// Whether the part is gone.
  var isGone: Bool { object == nil }

  /// The leak, while the part is alive.
  var current: Leak? {
    isGone ? nil : Leak(module: module, part: "\(role) \(type)", file: "\(file)", line: line)
  }
}
