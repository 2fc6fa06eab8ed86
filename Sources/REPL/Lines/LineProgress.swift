/// Called with a line before it runs, and with nil while a slow line continues.
typealias LineProgress = @MainActor @Sendable (Origin?) -> Void
