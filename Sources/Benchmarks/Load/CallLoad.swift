import Dispatch
import LoopbackServer
import Services
import Signals

/// Calls to a server on this machine, all at once.
struct CallLoad {
  private let server: LoopbackServer
  private let client: HTTPClient

  init() throws {
    server = try LoopbackServer { request in .text(request.path) }
    client = HTTPClient(base: server.url)
  }

  /// Returns when every call has been answered.
  func callAsFunction(_ count: Int) throws {
    let answers = DispatchGroup(), wrong = MutableProperty<[String]>([])
    // A program may not get a thousand ports.
    let calls = Signal<Int, Never>.from(0..<count).flatMap(.limited(64)) { [client] number in
      let text = client.send(.get("/\(number)")).map { String(decoding: $0.body, as: UTF8.self) }
      return text.catch { .just("\($0)") }.map { (number, $0) }
    }
    answers.enter()
    calls.doValue { number, text in
      if text != "/\(number)" { wrong.modify { $0.append("/\(number) was answered with \(text)") } }
    }.doCompleted { answers.leave() }.start()
    answers.wait()
    if let first = wrong.value.first { throw LoadFailure("\(wrong.value.count) calls went wrong; the first: \(first)") }
  }
}
