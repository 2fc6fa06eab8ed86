import Foundation
import LoopbackServer
import Services
import Signals
import Testing

/// The real client against servers without TLS or without a valid certificate.
@Suite struct SecureConnectionTests {
  /// The server's reply to a ClientHello.
  enum Greeting: CaseIterable {
    case rubbish, plainHTTP, refusal, selfSigned, part, reset

    var steps: [LoopbackAnswer.Step] {
      switch self {
      case .rubbish: [.send(Data((0..<200).map { UInt8($0) })), .hang]
      case .plainHTTP: [.send(Data("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".utf8)), .hang]
      // An alert: the handshake failed.
      case .refusal: [.send(Data([0x15, 3, 3, 0, 2, 2, 40])), .hang]
      case .selfSigned: [.send(Self.certified), .hang]
      case .part: [.send(Self.certified.prefix(60))]
      case .reset: [.reset]
      }
    }

    private static var certified: Data { hello + handshake(11, sized(sized(Certificate.selfSigned))) }

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
    "a server without TLS or a valid certificate is not trusted, and nothing is sent to it; a broken handshake is lost",
    arguments: Greeting.allCases)
  func untrusted(_ greeting: Greeting) async throws {
    let asked = MutableProperty(0)
    let server = try LoopbackServer(greeting: LoopbackAnswer(greeting.steps)) { _ in
      asked.increase()
      return .text("")
    }
    let url = try #require(URL(string: server.url.absoluteString.replacing("http:", with: "https:")))
    let failure = try await answer(HTTPClient(base: url, timeout: 600).send(.get("/"))).failure
    let isLost = greeting == .part || greeting == .reset
    #expect(failure == (isLost ? .lost(host: server.host) : .untrusted(host: server.host)))
    #expect(asked.value == 0)
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
