/// The tasks that a line has started. A task retains the task-local values of its creator, so this object lives until all of them have
/// ended.
final class LineTasks: Sendable {
  @TaskLocal static var current: LineTasks?
}
