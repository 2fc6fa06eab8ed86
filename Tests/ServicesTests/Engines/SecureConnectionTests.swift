import Foundation
import LoopbackServer
import Services
import Signals
import Testing

/// The real client against servers without TLS or without a valid certificate.
@Suite struct SecureConnectionTests {
  /// The server's reply to a ClientHello.
  enum Greeting: CaseIterable {
    case rubbish, plainHTTP, refusal, selfSigned

    var bytes: Data {
      switch self {
      case .rubbish: Data((0..<200).map { UInt8($0) })
      case .plainHTTP: Data("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".utf8)
      // An alert: the handshake failed.
      case .refusal: Data([0x15, 3, 3, 0, 2, 2, 40])
      case .selfSigned: Self.hello + Self.handshake(11, Self.sized(Self.sized(Certificate.selfSigned)))
      }
    }

    /// TLS 1.2, ECDHE-ECDSA-AES128-GCM-SHA256, without renegotiation.
    private static var hello: Data {
      handshake(
        2, Data([3, 3]) + Data(repeating: 7, count: 32) + Data([0, 0xC0, 0x2B, 0, 0, 5, 0xFF, 1, 0, 1, 0]))
    }

    /// A handshake message in its own record.
    private static func handshake(_ type: UInt8, _ body: Data) -> Data {
      let message = Data([type]) + sized(body)
      return Data([0x16, 3, 3, UInt8(message.count >> 8), UInt8(message.count & 0xFF)]) + message
    }

    /// The bytes with a length prefix.
    private static func sized(_ data: Data) -> Data {
      Data([UInt8(data.count >> 16), UInt8(data.count >> 8 & 0xFF), UInt8(data.count & 0xFF)]) + data
    }
  }

  @Test(
    "a server without TLS, or without a valid certificate, is not trusted, and nothing is sent to it",
    arguments: Greeting.allCases)
  func untrusted(_ greeting: Greeting) async throws {
    let asked = MutableProperty(0)
    let server = try LoopbackServer(greeting: LoopbackAnswer([.send(greeting.bytes), .hang])) { _ in
      asked.increase()
      return .text("")
    }
    #expect(try await Self.ask(server).failure == .untrusted(host: server.host))
    #expect(asked.value == 0)
  }

  @Test("a connection that breaks in the middle of the handshake is lost", arguments: [true, false])
  func lost(_ isReset: Bool) async throws {
    let begun = Greeting.selfSigned.bytes.prefix(60)
    let server = try LoopbackServer(greeting: LoopbackAnswer(isReset ? [.reset] : [.send(begun)])) { _ in .text("") }
    #expect(try await Self.ask(server).failure == .lost(host: server.host))
  }

  private static func ask(_ server: LoopbackServer) async throws -> Result<HTTPResponse, ServiceFailure> {
    var components = try #require(URLComponents(url: server.url, resolvingAgainstBaseURL: false))
    components.scheme = "https"
    return try await answer(HTTPClient(base: #require(components.url), timeout: 600).send(.get("/")))
  }
}

/// The server's certificate.
private enum Certificate {
  /// A self-signed certificate for 127.0.0.1, valid until 2126. Its key is lost: a client that rejects the certificate disconnects
  /// before the key is needed.
  static let selfSigned =
    Data(
      base64Encoded: """
        MIIBkTCCATagAwIBAgIUSCGs+qDImwRfipw6ZotBUXATPKQwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2
        MTEyMTE3MjQzNloYDzIxMjYxMDI4MTcyNDM2WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
        AARTbtZtwh0fRapi7FIv1EftpfSL2WSpyTxDhcckyZhlSo2hbljlQw4J60XeLg9yHpGUIzAMXbA93JhWgJ8L5M0Oo2QwYjAdBgNV
        HQ4EFgQUI1I1mm2MQcfnz7NzDKIGPXvGRBowHwYDVR0jBBgwFoAUI1I1mm2MQcfnz7NzDKIGPXvGRBowDwYDVR0TAQH/BAUwAwEB
        /zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0kAMEYCIQC24R72gJduBjuBeBpJzhJV/Ie3zk5KMPZKNxQqT3oy1gIhAKqS
        3bbEXaWdBJi8WZRCG1QhyXYvRObLHKh/hd7T9oEm
        """, options: .ignoreUnknownCharacters) ?? Data()
}
