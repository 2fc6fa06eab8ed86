/// The parts of one live module, wired. Any may be missing: a view alone is a module, and so is a presenter alone.
@MainActor public struct Assembly {
  let view: AnyObject?
  let presenter: (any Presenter)?
  private let interactor: AnyObject?
  private let others: [AnyObject]
  let file: StaticString
  let line: UInt

  /// The parts are owned while the module is open, and watched after; `file` and `line` are where the audit points.
  public init(
    view: AnyObject? = nil, presenter: (any Presenter)? = nil, interactor: AnyObject? = nil, others: [AnyObject] = [],
    file: StaticString = #fileID, line: UInt = #line
  ) {
    (self.view, self.presenter, self.interactor, self.others) = (view, presenter, interactor, others)
    (self.file, self.line) = (file, line)
  }

  /// Calls back with each part and its name in an audit.
  func forEachPart(_ body: (_ part: AnyObject, _ role: String) -> Void) {
    if let view { body(view, "view") }
    if let presenter { body(presenter, "presenter") }
    if let interactor { body(interactor, "interactor") }
    for other in others { body(other, "part") }
  }
}
