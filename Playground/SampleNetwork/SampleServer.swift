import Foundation
import LoopbackServer
import Services
import Signals

/// The server of the samples: answers login and picture search from fixed data, and misbehaves as it is told.
package enum SampleServer {
  /// What it answers when it behaves.
  package static func answer(_ request: SampleRequest) -> SampleAnswer {
    switch (request.method, request.path) {
    case ("POST", LoginAnswers.path): LoginAnswers.answer(request.form)
    case ("GET", PictureAnswers.path): PictureAnswers.answer(request.query)
    case ("GET", let path) where path.hasPrefix(PictureAnswers.folder): PictureAnswers.picture(path, request.range)
    default: .notFound
    }
  }

  /// On this machine, at a free port.
  ///
  /// - Parameters:
  ///   - lateness: what a slow server does before it answers.
  ///   - heard: told of each request.
  package static func loopback(
    _ behaviour: ServerBehaviour, lateness: LoopbackAnswer.Step = .pause(2),
    heard: @escaping @Sendable (SampleRequest) -> Void = { _ in }
  ) throws(LoopbackServer.CannotListen) -> LoopbackServer {
    try LoopbackServer { request in
      let request = SampleRequest(request)
      heard(request)
      return behaviour.onTheWire(answer(request), lateness: lateness)
    }
  }

  /// Without a wire: answers at once.
  package static func direct(
    _ behaviour: ServerBehaviour, heard: @escaping @Sendable (SampleRequest) -> Void = { _ in }
  ) -> some HTTPTransport {
    AnyTransport { request in
      .deferred {
        let request = SampleRequest(request)
        heard(request)
        return behaviour.direct(answer(request))
      }
    }
  }
}
