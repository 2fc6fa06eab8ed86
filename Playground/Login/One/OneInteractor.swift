import Services
import Signals

/// The logged-in user, as far as screens may know it.
package struct LoggedIn: Hashable, Sendable { package let name: String, isMale: Bool, token: String, age: Int }

/// The reason why a login failed: the server's message, or no readable answer.
package enum LoginFailure: Error, Hashable { case refused(String), noAnswer }

/// The use case of the login.
package final class OneInteractor: Sendable {
  /// The entity in the server's format. A gender of 1 is male.
  private struct User: Decodable { let name: String, gender: Int, token: String, age: Int }
  private struct Answer: Decodable {
    let code: Int, message: String, user: User?
    enum CodingKeys: String, CodingKey { case code, message, user = "user_info" }
  }
  private let transport: any HTTPTransport

  package init(_ transport: any HTTPTransport) { self.transport = transport }

  package func login(_ name: String, password: String) -> Signal<LoggedIn, LoginFailure> {
    let form = HTTPBody.form([HTTPField("user_name", name), HTTPField("password", password, .secret)])
    let request = HTTPRequest.post("/projects/tanviper.php", form)
    return transport.call(request.decoding(Answer.self)).mapFailure { _ in LoginFailure.noAnswer }
      .tryMap { answer throws(LoginFailure) in
        // The server may repeat the password in its message.
        guard answer.code == 200, let user = answer.user else {
          throw .refused(request.hidingSecrets(in: answer.message))
        }
        return LoggedIn(name: user.name, isMale: user.gender == 1, token: user.token, age: user.age)
      }
  }
}
