/// An object whose release a test can observe.
final class Held: Sendable {}

/// Whether an object that only `body` gets is released when it returns.
func isReleased(after body: (Held) throws -> Void) rethrows -> Bool {
  weak var observed: Held?
  do {
    let held = Held()
    observed = held
    try body(held)
  }
  return observed == nil
}

struct Weak<Object: AnyObject & Sendable>: Sendable {
  weak let object: Object?
  init(_ object: Object? = nil) { self.object = object }
}
