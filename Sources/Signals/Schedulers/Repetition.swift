/// Marks work that is scheduled as one of a series without an end, such as the ticks of a timer: nothing waits for its last.
package enum Repetition {
  /// Whether what is scheduled now is part of such a series.
  @TaskLocal package static var isUnderWay = false
}
