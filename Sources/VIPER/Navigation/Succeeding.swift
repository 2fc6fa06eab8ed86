import Signals

extension Emitter where Value == Void {
  /// One value, and the end.
  func succeed() {
    send(())
    complete()
  }
}
