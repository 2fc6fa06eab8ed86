#if canImport(Darwin) && !os(macOS)
  public import Foundation

  /// Replaces Foundation's type where a program cannot start another, as on a phone. It never runs.
  // Only the actor that created it sets its properties, and no code reads them.
  final class Process: @unchecked Sendable {
    enum TerminationReason { case exit, uncaughtSignal }
    var executableURL: URL?
    var arguments: [String]?
    var environment: [String: String]?
    var standardInput: Any?, standardOutput: Any?, standardError: Any?
    var terminationHandler: (@Sendable (Process) -> Void)?
    let processIdentifier: Int32 = 0, isRunning = false, terminationStatus: Int32 = 0
    let terminationReason = TerminationReason.exit

    func run() throws { throw CocoaError(.featureUnsupported) }
  }
#endif
