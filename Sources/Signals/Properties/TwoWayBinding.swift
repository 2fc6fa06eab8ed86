extension MutableProperty {
  /// Keeps two properties equal: this takes the other's value at once, then each follows the other.
  ///
  /// A write is never echoed to the property it was made to, whatever `Value` is, and once the writes are over both are
  /// equal, concurrent writes to both included. The binding keeps neither alive and ends with either.
  ///
  /// Each of the two may be a part of another property, made with ``lens(get:set:)``, and several parts of one property may
  /// be bound. Whether a write to the whole was one to the part is told by `==`: if it leaves the part equal to what it was,
  /// the other hears nothing. So a part should be `Equatable`. If it is not, each write to the whole counts as one to the part,
  /// and brings its value to the other once more: then bind one part of the whole only, and do not write to the whole
  /// from inside the observers of the other, where it would undo the write that they are told of, or never end.
  ///
  /// - Precondition: The two are not parts of one property, nor one a part of the other: each write would be one to both.
  /// - Returns: What ends it.
  public func bindTwoWay(to other: MutableProperty<Value>) -> Disposable {
    let disposable = Disposable()
    if self === other { return disposable }
    let link = TwoWayLink(lens, other.lens)
    lifetime.add(disposable)
    other.lifetime.add(disposable)
    disposable.add(other.changes.observe { _ in link.follow(.second) })
    disposable.add(changes.observe { _ in link.follow(.first) })
    link.start()
    return disposable
  }
}
