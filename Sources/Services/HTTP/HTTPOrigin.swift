import Foundation

/// The server of an http or https URL.
struct HTTPOrigin: Hashable {
  let scheme: String, host: String, port: Int

  init?(_ url: URL) {
    guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme), let host = url.host, !host.isEmpty
    else { return nil }
    (self.scheme, self.host) = (scheme, host.lowercased())
    port = url.port ?? (scheme == "https" ? 443 : 80)
  }
}
