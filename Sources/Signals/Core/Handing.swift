/// Stages that hand values on as they are.
///
/// Not inlinable on purpose: code that is specialised for a type copies a value before it hands it on, while code that does
/// not know the type hands on where the value is, in half the instructions.
@usableFromInline enum Handing<Value> {
  /// Hands values on until `scope` is disposed.
  @usableFromInline static func on(to next: @escaping (Value) -> Void, until scope: Disposable) -> (Value) -> Void {
    { if !scope.isDisposed { next($0) } }
  }

  /// Hands on the values that satisfy `isIncluded`.
  @usableFromInline static func on(
    to next: @escaping (Value) -> Void, where isIncluded: @escaping (Value) -> Bool
  ) -> (Value) -> Void {
    { if isIncluded($0) { next($0) } }
  }
}
