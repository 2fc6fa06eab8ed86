import Foundation
import LoopbackServer
import Services
import Signals

/// The samples' server. It answers login and picture search from fixed data, and misbehaves on demand.
package enum SampleServer {
  /// The regular answer to a request.
  package static func answer(_ request: SampleRequest) -> SampleAnswer {
    switch (request.method, request.path) {
    case ("POST", LoginAnswers.path): LoginAnswers.answer(request.form)
    case ("GET", PictureAnswers.path): PictureAnswers.answer(request.query)
    case ("GET", let path) where path.hasPrefix(PictureAnswers.folder): PictureAnswers.picture(path)
    default: .notFound
    }
  }

  /// Starts the server on this machine at a free port.
  ///
  /// - Parameters:
  ///   - lateness: the first step of a slow answer.
  ///   - heard: called for each request.
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

  /// A transport that calls the server directly and answers immediately.
  package static func direct(
    _ behaviour: ServerBehaviour, heard: @escaping @Sendable (SampleRequest) -> Void = { _ in }
  ) -> AnyStreaming {
    AnyStreaming { request in
      .deferred {
        let request = SampleRequest(request)
        heard(request)
        return behaviour.direct(answer(request))
      }
    }
  }
}
