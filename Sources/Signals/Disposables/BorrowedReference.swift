/// A reference without reference counting: it does not keep its object alive, and costs as much as a pointer.
///
/// The code that creates a reference states why the object stays alive for as long as the reference is used. So creating one
/// is `unsafe`, and using it is not.
@usableFromInline @safe struct BorrowedReference<Object: AnyObject>: Equatable {
  @usableFromInline let reference: Unmanaged<Object>

  /// The caller keeps the object alive for as long as the reference is used.
  @unsafe @inlinable @inline(__always) init(_ object: Object) { unsafe reference = .passUnretained(object) }

  /// Calls `body` with the object, which is alive as long as the reference is used.
  @inlinable @inline(__always) func with<Result>(_ body: (Object) -> Result) -> Result {
    unsafe reference._withUnsafeGuaranteedRef(body)
  }

  /// The object, with reference counting from now on.
  @inlinable @inline(__always) var object: Object { unsafe reference.takeUnretainedValue() }

  /// Whether both are references to the same object.
  @inlinable @inline(__always) static func == (first: Self, second: Self) -> Bool {
    unsafe first.reference.toOpaque() == second.reference.toOpaque()
  }
}
