import Services
import Signals
import Todo
import VIPER

/// The dependencies that tests replace with failing ones, in scripted sessions unless noted.
package struct Seams: Sendable {
  /// The store of the to-do list; nil for the flow's own.
  package var store: (any Store<TodoItem>)?
  /// The disk of the to-do list's file in sessions that are not scripted.
  package var keeping: any FileSystem = DiskFileSystem()
  /// The disk of the pictures; nil for one in memory.
  package var disk: (any FileSystem)?
  /// Wraps the transport to the server; receives the session's scheduler.
  package var wire: @Sendable (any HTTPStreaming, any Scheduler) -> any HTTPStreaming = { wire, _ in wire }
  /// Changes the environment of the app, such as the clock and the timers.
  package var environment: @Sendable (AppEnvironment) -> AppEnvironment = { $0 }

  package init() {}
}
