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

  /// A part of an open module that refers to it, if there is one: `presenter ListPresenter of list#1, by details`.
  public let holder: String?

  /// `details#3: presenter DetailsPresenter is still alive, built at App/Details.swift:12`, and its likely holder:
  /// `; perhaps retained by presenter ListPresenter of list#1, by details`
  public var description: String {
    "\(module): \(part) is still alive, built at \(file):\(line)" + (holder.map { "; perhaps retained by \($0)" } ?? "")
  }
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
  ///
  /// - Parameter holder: finds the likely holder of an object.
  func current(_ holder: (AnyObject) -> String?) -> Leak? {
    object.map { object in
      Leak(module: module, part: "\(role) \(type)", file: "\(file)", line: line, holder: holder(object))
    }
  }
}
