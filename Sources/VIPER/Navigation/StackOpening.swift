import Signals

/// A stack on its way to the screen.
@MainActor struct StackOpening {
  /// What is to be opened, each on the one before.
  private var stack: [Destination]
  /// How many of it are open.
  private(set) var count = 0
  /// What the next opens on; nil opens a new root.
  private(set) var base: Int?
  /// Why not all of it can be opened: a guard led elsewhere.
  private var problem: RouteError?
  /// Which of the stack their guards have let through already.
  private var allowed: Set<Int> = []
  /// What stays and has been ready, before anything closed.
  var ready: Int?
  /// Whether what opens next takes the place of what has closed for it.
  private(set) var takesAPlace = false
  /// Which it is of the whole ways from the root, for which what is in their way closes; nil if it is a part.
  let number: Int?
  /// How often it was followed again from the root.
  private var repetitions = 0
  let asking: String
  let timeout: Duration
  let emitter: Emitter<Void, RouteError>

  /// More has no end: somebody opens something else each time.
  private static var repetitionLimit: Int { 20 }

  /// A whole way from the root.
  ///
  /// - Parameter number: which it is of all whole ways that were asked for.
  init(
    _ stack: [Destination], number: Int, asking: String, _ timeout: Duration, _ emitter: Emitter<Void, RouteError>
  ) {
    self.init(stack, on: nil, number: number, asking: asking, timeout, emitter)
  }

  /// A part, on what is open.
  init(
    _ stack: [Destination], on base: Int?, asking: String, _ timeout: Duration, _ emitter: Emitter<Void, RouteError>
  ) {
    self.init(stack, on: base, number: nil, asking: asking, timeout, emitter)
  }

  private init(
    _ stack: [Destination], on base: Int?, number: Int?, asking: String, _ timeout: Duration,
    _ emitter: Emitter<Void, RouteError>
  ) {
    self.stack = stack
    self.base = base
    self.number = number
    self.asking = asking
    self.timeout = timeout
    self.emitter = emitter
  }

  /// What is still to be opened.
  var rest: [Destination] { Array(stack[count...]) }
  /// Whether the guards of what opens next have let it through.
  var isAllowed: Bool { allowed.contains(count) }

  /// What is left once more of it is open.
  func going(on id: Int?, past more: Int, takingAPlace: Bool = false) -> Self {
    var next = self
    next.count += more
    next.base = id
    next.takesAPlace = takingAPlace
    return next
  }

  /// The first whose guards have not been asked, behind so many that are open.
  func unasked(past shared: Int) -> Int? { stack.indices.dropFirst(shared).first { !allowed.contains($0) } }

  subscript(index: Int) -> Destination { stack[index] }

  /// The guards let this one through.
  func allowing(_ index: Int) -> Self {
    var next = self
    next.allowed.insert(index)
    return next
  }

  /// The guards of this one lead elsewhere: what was meant to be on it is not opened on that. A new root takes the place of
  /// all that is below, too.
  func redirected(at index: Int, to other: Destination, isRoot: Bool) -> Self {
    var next = self
    if stack.count > index + 1 {
      next.problem = .refused(
        "a guard leads from '\(stack[index].route)' to '\(other.route)', so '\(stack[index + 1].route)' is not opened")
    }
    next.stack = isRoot ? [other] : stack[..<index] + [other]
    if isRoot { (next.count, next.base, next.takesAPlace) = (0, nil, false) }
    return next.allowing(next.stack.count - 1)
  }

  /// All of it again, from the root, for something else is in the way now: the guards have been asked. Nil where that is none
  /// of its business, or has no end.
  func again() -> Self? {
    guard number != nil, repetitions < Self.repetitionLimit else { return nil }
    var next = self
    (next.count, next.base, next.takesAPlace) = (0, nil, false)
    next.repetitions += 1
    return next
  }

  /// All of it is open that can be.
  func end() {
    if let problem { emitter.fail(problem) } else { emitter.succeed() }
  }
}
