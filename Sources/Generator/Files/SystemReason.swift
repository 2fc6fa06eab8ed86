import Foundation

/// The reason for a failed file operation.
enum SystemReason {
  /// The system's message, if there is one; for some failures, Foundation's own is only a number.
  static func text(_ error: any Error) -> String {
    var next: (any Error)? = error
    while let current = next.map({ $0 as NSError }) {
      if current.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(current.code))) }
      next = current.userInfo[NSUnderlyingErrorKey] as? any Error
    }
    return error.localizedDescription
  }
}
