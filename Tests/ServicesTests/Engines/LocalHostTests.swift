import Foundation
import Services
import Testing

@Suite struct LocalHostTests {
  @Test("every spelling of this machine is found, and no other host", arguments: LocalHost.spellings)
  func spellings(_ host: String) { #expect(LocalHost.isNamed(host)) }

  @Test(
    "another host is not this machine",
    arguments: [
      "", ".", "example.com", "localhost.example.com", "notlocalhost", "127.0.0.1.example", "1.2.3.4", "8.8.8.8",
      "128.0.0.1", "[2001:db8::1]", "::ffff:8.8.8.8", "[::ffff:0808:0808]", "fe80::1234:5678", "127.0.0.1/8", "0x",
    ])
  func others(_ host: String) { #expect(!LocalHost.isNamed(host)) }

  @Test("an address of a network interface is this machine") func interfaces() {
    for address in Host.current().addresses { #expect(LocalHost.isNamed(address), "\(address)") }
  }
}

extension LocalHost {
  /// Texts that lead to this machine.
  static let spellings = [
    "127.0.0.1", "localhost", "LOCALHOST", "localhost.", "a.localhost", "a.localhost.", "127.1", "127.255.0.7",
    "0.0.0.0",
    "0", "0177.0.0.1", "0x7f.1", "0x7f000001", "2130706433", "[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]",
    "[::FFFF:7f00:1]", "%6cocalhost",
  ]
}
