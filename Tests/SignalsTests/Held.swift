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

/// An object that calls out when it is released.
final class Reader: Sendable {
  private let read: @Sendable () -> Void
  init(_ read: @escaping @Sendable () -> Void = {}) { self.read = read }
  deinit { read() }
}

struct Weak<Object: AnyObject & Sendable>: Sendable {
  weak let object: Object?
  init(_ object: Object? = nil) { self.object = object }
}
