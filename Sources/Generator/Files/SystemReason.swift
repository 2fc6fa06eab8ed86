import Foundation

/// Why something could not be done with a file.
enum SystemReason {
  /// The words of the system, if there are some: Foundation's own say nothing but a number of some failures.
  static func text(_ error: any Error) -> String {
    var next: (any Error)? = error
    while let current = next.map({ $0 as NSError }) {
      if current.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(current.code))) }
      next = current.userInfo[NSUnderlyingErrorKey] as? any Error
    }
    return error.localizedDescription
  }
}
