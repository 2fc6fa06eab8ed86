import Signals
import SignalsTesting
import Testing

typealias Letters = Signal<String, MarbleFailure>

/// An operator with its rows, as the argument of a test.
struct Operator: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let rows: KeyValuePairs<String, String>
  let operation: @Sendable (Letters, VirtualTimeScheduler) throws -> Letters

  init(
    _ name: String, _ rows: KeyValuePairs<String, String> = [:],
    _ operation: @escaping @Sendable (Letters, VirtualTimeScheduler) throws -> Letters
  ) {
    (testDescription, self.rows, self.operation) = (name, rows, operation)
  }

  /// Runs the operator on each source and compares: values, empty, failure, an end while a value is pending, disposal. A `!` in
  /// a source is only a reading aid: it shows the tick in which the expectation disposes. Observes twice, because each
  /// observation starts anew.
  func expectRows() throws {
    for (source, expected) in rows {
      let time = VirtualTimeScheduler()
      do {
        let signal = try operation(time.cold(source.replacing("!", with: "-")), time)
        for _ in 1...2 { try expect(signal, expected, on: time) }
      } catch let mismatch as MarbleMismatch {
        throw RowMismatch(description: "source    \(source)\n\(mismatch)")
      }
    }
  }
}

/// A mismatch, with its source.
private struct RowMismatch: Error, CustomStringConvertible {
  let description: String
}
