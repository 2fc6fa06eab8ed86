import Services
import Signals

/// Who has logged in.
package struct LoggedIn: Hashable, Sendable {
  package let name: String
  package let age: Int
  package let isMale: Bool
  package let token: String

  package init(name: String, age: Int, isMale: Bool, token: String) {
    (self.name, self.age, self.isMale, self.token) = (name, age, isMale, token)
  }
}

/// Why nobody has.
package enum LoginFailure: Error, Hashable {
  /// The server says why.
  case refused(String)
  /// There was no answer, or none that can be read.
  case noAnswer
}

/// The use case of the login.
package protocol OneInteracting: AnyObject, Sendable {
  func login(_ name: String, password: String) -> Signal<LoggedIn, LoginFailure>
}

package final class OneInteractor: OneInteracting {
  private let service: LoginService

  package init(_ service: LoginService) { self.service = service }

  package func login(_ name: String, password: String) -> Signal<LoggedIn, LoginFailure> {
    service.login(name, password: password).mapError { _ in LoginFailure.noAnswer }
      .tryMap { answer throws(LoginFailure) in
        guard answer.code == 200, let user = answer.user else { throw .refused(answer.message) }
        return LoggedIn(name: user.name, age: user.age, isMale: user.gender == 1, token: user.token)
      }
  }
}
