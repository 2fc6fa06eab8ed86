import Services
import Signals

/// The server's side of logging in.
package struct LoginService: Sendable {
  /// What the server answers.
  package struct Answer: Decodable, Sendable {
    package let code: Int
    package let message: String
    package let user: User?

    /// What the server says is shown: what it repeats of the request's secrets is not.
    func hidingSecrets(of request: HTTPRequest) -> Answer {
      Answer(
        code: code, message: request.hidingSecrets(in: message),
        user: user.map {
          User(
            name: request.hidingSecrets(in: $0.name), gender: $0.gender, token: request.hidingSecrets(in: $0.token),
            age: $0.age)
        })
    }

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
    return transport.call(request.decoding(Answer.self)).map { $0.hidingSecrets(of: request) }
  }
}
