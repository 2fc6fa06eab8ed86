/// The parts of one live module, wired. Any may be missing: a view alone is a module, and so is a presenter alone.
@MainActor public struct Assembly {
  /// A part and what it is called in an audit.
  struct Part {
    let role: String
    let object: AnyObject
  }
  let view: AnyObject?
  let presenter: (any Presenter)?
  let parts: [Part]
  let file: String
  let line: UInt

  /// The parts are owned while the module is open, and watched after; `file` and `line` are where the audit points.
  public init(
    view: AnyObject? = nil, presenter: (any Presenter)? = nil, interactor: AnyObject? = nil, others: [AnyObject] = [],
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.view = view
    self.presenter = presenter
    parts =
      [("view", view), ("presenter", presenter), ("interactor", interactor)].compactMap { role, object in
        object.map { Part(role: role, object: $0) }
      } + others.map { Part(role: "part", object: $0) }
    self.file = "\(file)"
    self.line = line
  }
}
