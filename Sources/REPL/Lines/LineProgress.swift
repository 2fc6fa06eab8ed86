/// Called with a line before it runs, and with nil while a slow line continues.
package typealias LineProgress = @MainActor @Sendable (Origin?) -> Void
