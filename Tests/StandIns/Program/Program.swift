import Testing

/// Runs the tests that are compiled with it.
@main struct Program {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
