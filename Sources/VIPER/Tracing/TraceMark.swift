/// What details say, for those who draw them.
package enum TraceMark {
  package static let completed = "completed"
  package static let failed = "failed: "
  package static let executing = "executing"
  package static let idle = "idle"
}
