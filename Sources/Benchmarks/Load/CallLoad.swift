import Dispatch
import LoopbackServer
import Services
import Signals

/// Calls to a server on this machine, all at once.
struct CallLoad {
  private let server: LoopbackServer
  private let transport: any HTTPTransport

  init() throws {
    server = try LoopbackServer { request in .text(request.path) }
    // A program may not get a thousand ports.
    transport = HTTPClient(base: server.url).limited(to: 64)
  }

  /// Returns when every call has been answered.
  func callAsFunction(_ count: Int) throws {
    let answers = DispatchGroup(), wrong = MutableProperty<[String]>([])
    for number in 0..<count {
      answers.enter()
      transport.send(.get("/\(number)")).observe { event in
        switch event {
        case .value(let response):
          let text = String(decoding: response.body, as: UTF8.self)
          if text != "/\(number)" { wrong.modify { $0.append("/\(number) was answered with \(text)") } }
        case .failed(let failure):
          wrong.modify { $0.append("/\(number): \(failure)") }
          answers.leave()
        case .completed: answers.leave()
        }
      }
    }
    answers.wait()
    if let first = wrong.value.first { throw LoadFailure("\(wrong.value.count) calls went wrong; the first: \(first)") }
  }
}
