/// A wrong result of a load test.
struct LoadFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
