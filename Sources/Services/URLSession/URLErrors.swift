import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension ServiceFailure {
  /// What the system says, in terms of a service. Its texts are not passed on: they may hold the whole address.
  package init(_ error: any Error, host: String) {
    if let error = error as? URLError, error.code == .unknown, Self.isOfHandshake(error.localizedText) {
      self = .untrusted(host: host)
      return
    }
    self =
      switch (error as? URLError)?.code {
      case .cannotConnectToHost: .refused(host: host)
      case .timedOut: .timedOut
      case .notConnectedToInternet, .cannotFindHost, .dnsLookupFailed, .dataNotAllowed, .internationalRoamingOff,
        .callIsActive:
        .offline(host: host)
      case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
        .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
        .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
        .untrusted(host: host)
      case .cancelled: .cancelled
      default: .lost(host: host)
      }
  }
  /// On Linux only the words of the TLS library tell; what breaks off later, as it reads or writes, is a lost connection.
  private static func isOfHandshake(_ text: String) -> Bool {
    guard !text.contains("SSL_read"), !text.contains("SSL_write") else { return false }
    return text.contains("SSL routines") || text.contains("certificate")
  }
}

extension URLError {
  fileprivate var localizedText: String { userInfo[NSLocalizedDescriptionKey] as? String ?? "" }
}
