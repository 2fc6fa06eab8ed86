import Services
import Signals

/// The server's side of logging in.
package struct LoginService: Sendable {
  /// What the server answers.
  package struct Answer: Decodable, Sendable {
    package let code: Int
    /// For the screen; the service has taken out the password, which the server may repeat.
    package fileprivate(set) var message: String
    package let user: User?

    private enum CodingKeys: String, CodingKey {
      case code, message
      case user = "user_info"
    }
  }
  private let transport: any HTTPTransport

  package init(_ transport: any HTTPTransport) { self.transport = transport }

  package func login(_ name: String, password: String) -> Signal<Answer, ServiceFailure> {
    let form = HTTPBody.form([HTTPField("user_name", name), HTTPField("password", password, .secret)])
    let request = HTTPRequest.post("/projects/tanviper.php", form)
    return transport.call(request.decoding(Answer.self)).map { answer in
      var answer = answer
      answer.message = request.hidingSecrets(in: answer.message)
      return answer
    }
  }
}
