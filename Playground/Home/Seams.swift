import Services
import Signals
import Todo
import VIPER

/// What a session of the samples stands on, a scripted one if nothing else is said: a test may put something in between that fails.
package struct Seams: Sendable {
  /// What keeps the to-do list; nil for what the flow says.
  package var store: (any Store<TodoItem>)?
  /// The disk on which a session that is not scripted keeps the to-do list in a file.
  package var keeping: any FileSystem = DiskFileSystem()
  /// The disk of pictures; nil for one in memory.
  package var disk: (any FileSystem)?
  /// What requests go through on their way to the server; it is told what times them.
  package var wire: @Sendable (any HTTPTransport, any Scheduler) -> any HTTPTransport = { wire, _ in wire }
  /// The clock, the timers and the rest that the app sees.
  package var environment: @Sendable (AppEnvironment) -> AppEnvironment = { $0 }

  package init() {}
}
