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
  package static func loopback(_ behaviour: ServerBehaviour) throws(LoopbackServer.CannotListen) -> LoopbackServer {
    try LoopbackServer { behaviour.onTheWire(answer(SampleRequest($0))) }
  }

  /// Without a wire: answers at once.
  package static func direct(_ behaviour: ServerBehaviour) -> some HTTPTransport {
    AnyTransport { request in .deferred { behaviour.direct(answer(SampleRequest(request))) } }
  }
}
