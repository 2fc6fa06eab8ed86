/// Called with a line that is about to run, and with nil while a line that takes its time goes on.
typealias LineProgress = @MainActor @Sendable (Origin?) -> Void
