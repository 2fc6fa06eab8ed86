import Signals
import SignalsTesting

typealias Letters = Signal<String, MarbleFailure>

/// Runs an operator on each source and compares: values, empty, failure, an end while something is pending, disposal. A `!`
/// in a source is there for the eye: it shows the tick in which the expectation disposes.
func expectRows(
  _ rows: KeyValuePairs<String, String>, _ operation: (Letters, VirtualTimeScheduler) throws -> Letters
) throws {
  for (source, expected) in rows {
    let time = VirtualTimeScheduler()
    do {
      try expect(operation(time.cold(source.replacing("!", with: "-")), time), expected, on: time)
    } catch let mismatch as MarbleMismatch {
      throw RowMismatch(description: "source    \(source)\n\(mismatch)")
    }
  }
}

/// A mismatch with the source it belongs to.
struct RowMismatch: Error, CustomStringConvertible {
  let description: String
}
