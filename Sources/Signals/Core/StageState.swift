/// A variable of a stage, for its closure to capture. What is upstream is serial, so there is one access at a time, and
/// exclusivity need not be checked: that would cost more than most stages do.
@usableFromInline final class StageState<Value> {
  @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable init(_ value: Value) { self.value = value }
}
