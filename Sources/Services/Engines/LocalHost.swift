import Foundation

/// This machine as a host of URLs.
package enum LocalHost {
  /// Whether the host of a URL is `localhost`, a name below it, or an address of this machine, however it is written: `127.1`,
  /// `[::1]`, `0x7f000001`. A name that only a name server knows is not looked up.
  package static func isNamed(_ host: String) -> Bool {
    var name = (host.removingPercentEncoding ?? host).lowercased()[...]
    while name.last == "." { name.removeLast() }
    if name == "localhost" || name.hasSuffix(".localhost") { return true }
    if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
    // Reads an address as the engines do. With this flag it asks no name server.
    var hints = addrinfo(), found: UnsafeMutablePointer<addrinfo>?
    hints.ai_flags = AI_NUMERICHOST
    guard !name.isEmpty, getaddrinfo(String(name), nil, &hints, &found) == 0, let found else { return false }
    defer { freeaddrinfo(found) }
    guard let address = bytes(found.pointee.ai_addr) else { return false }
    // Of IPv6, `::` and `::1` become 0.0.0.0 and 0.0.0.1.
    if address.count == 4, [0, 127].contains(address[0]) { return true }
    var interface: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&interface) == 0 else { return false }
    defer { freeifaddrs(interface) }
    return sequence(first: interface) { $0?.pointee.ifa_next }.contains { bytes($0?.pointee.ifa_addr) == address }
  }

  /// The four bytes of an IPv4 address, or of an IPv6 address that stands for one; otherwise the sixteen bytes of an IPv6 address.
  private static func bytes(_ address: UnsafeMutablePointer<sockaddr>?) -> [UInt8]? {
    guard let address else { return nil }
    // The offset of `sin_addr` and of `sin6_addr`, within what the system has allocated for the family.
    let raw = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET: return Array(UnsafeRawBufferPointer(start: raw + 4, count: 4))
    case AF_INET6:
      let bytes = Array(UnsafeRawBufferPointer(start: raw + 8, count: 16)), zeros = bytes.prefix { $0 == 0 }.count
      return zeros >= 12 || zeros == 10 && bytes[10..<12] == [255, 255] ? Array(bytes.suffix(4)) : bytes
    default: return nil
    }
  }
}
