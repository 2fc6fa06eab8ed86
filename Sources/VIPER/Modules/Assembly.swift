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
  let file: StaticString
  let line: UInt

  /// The parts are owned while the module is open, and watched after; `file` and `line` are where the audit points.
  public init(
    view: AnyObject? = nil, presenter: (any Presenter)? = nil, interactor: AnyObject? = nil, others: [AnyObject] = [],
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.view = view
    self.presenter = presenter
    var parts: [Part] = []
    parts.reserveCapacity(3 + others.count)
    if let view { parts.append(Part(role: "view", object: view)) }
    if let presenter { parts.append(Part(role: "presenter", object: presenter)) }
    if let interactor { parts.append(Part(role: "interactor", object: interactor)) }
    for other in others { parts.append(Part(role: "part", object: other)) }
    self.parts = parts
    self.file = file
    self.line = line
  }
}
