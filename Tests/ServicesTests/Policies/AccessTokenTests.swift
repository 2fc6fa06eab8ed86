import Fixtures
import Dispatch
import Foundation
import Services
import Signals
import SignalsTesting
import Testing

@Suite struct AccessTokenTests {
  private let wire = ScriptedTransport()
  private let refreshes = MutableProperty<[Emitter<String, ServiceFailure>]>([])

  private func token(_ token: String?) -> AccessToken {
    AccessToken(token, refresh: Signal { [refreshes] emitter in refreshes.modify { $0.append(emitter) } })
  }

  private func transport(_ token: String?) -> some HTTPTransport { wire.authorized(by: self.token(token)) }

  private func header(_ number: Int) -> String? {
    wire.requests[number].headers.first { $0.name == "Authorization" }?.value
  }

  @Test("requests carry the token; a valid token is not refreshed") func carrying() {
    let recorder = Recorder(transport("old").send(.get("/", headers: [HTTPField("authorization", "mine")])))
    wire.answer(0, HTTPResponse(403))
    #expect(header(0) == "Bearer old" && wire.requests[0].headers.count == 1)
    #expect(recorder.values.map(\.status) == [403] && refreshes.value.isEmpty)
  }

  @Test("an expired token is refreshed once for all waiting requests, which are sent again with the new one")
  func refreshing() {
    let transport = transport("old")
    let recorders = (0..<20).map { Recorder(transport.send(.get("/\($0)"))) }
    for number in 0..<20 { wire.answer(number, HTTPResponse(401)) }
    #expect(refreshes.value.count == 1 && wire.requests.count == 20)
    refreshes.value[0].send("new")
    #expect(wire.requests.count == 40)
    for number in 20..<40 {
      #expect(header(number) == "Bearer new")
      wire.answer(number)
    }
    #expect(recorders.allSatisfy { $0.values.map(\.status) == [200] && $0.isCompleted })
  }

  @Test("a request that fails late with an old token uses the current one") func late() {
    let transport = transport("old")
    let early = Recorder(transport.send(.get("/"))), late = Recorder(transport.send(.get("/")))
    wire.answer(0, HTTPResponse(401))
    refreshes.value[0].send("new")
    wire.answer(2)
    wire.answer(1, HTTPResponse(401))
    #expect(refreshes.value.count == 1 && header(3) == "Bearer new")
    wire.answer(3)
    #expect(early.isCompleted && late.isCompleted)
  }

  @Test("without a token the first request fetches one") func none() {
    let recorder = Recorder(transport(nil).send(.get("/")))
    #expect(wire.requests.isEmpty)
    refreshes.value[0].send("first")
    wire.answer(0)
    #expect(header(0) == "Bearer first" && recorder.isCompleted)
  }

  @Test("a new token that is rejected, too, gives the answer, not a loop") func circle() {
    let recorder = Recorder(transport("old").send(.get("/")))
    wire.answer(0, HTTPResponse(401))
    refreshes.value[0].send("new")
    wire.answer(1, HTTPResponse(401))
    #expect(recorder.values.map(\.status) == [401] && recorder.isCompleted && refreshes.value.count == 1)
  }

  @Test("a failed refresh fails all waiting requests; the next request tries again") func failing() {
    let transport = transport("old")
    let recorders = (0..<3).map { _ in Recorder(transport.send(.get("/"))) }
    for number in 0..<3 { wire.answer(number, HTTPResponse(401)) }
    refreshes.value[0].fail(.timedOut)
    #expect(recorders.allSatisfy { $0.failure == .timedOut })
    let next = Recorder(transport.send(.get("/")))
    wire.answer(3, HTTPResponse(401))
    #expect(refreshes.value.count == 2 && next.events.isEmpty)
  }

  @Test("a refresh that ends without a token fails") func empty() {
    let recorder = Recorder(transport(nil).send(.get("/")))
    refreshes.value[0].complete()
    #expect(recorder.failure == .unsendable("the refresh gave no new token"))
  }

  @Test("the refresh continues while a request waits for it, and ends with the last one") func disposing() {
    let transport = transport("old")
    let recorders = (0..<2).map { _ in Recorder(transport.send(.get("/"))) }
    for number in 0..<2 { wire.answer(number, HTTPResponse(401)) }
    recorders[0].dispose()
    #expect(!refreshes.value[0].isDisposed)
    recorders[1].dispose()
    #expect(refreshes.value[0].isDisposed)
  }

  @Test(
    "a token that is forgotten during its refresh stays forgotten; the waiting requests are answered",
    arguments: [true, false])
  func forgetting(_ isAskedMeanwhile: Bool) {
    let token = token("old"), transport = wire.authorized(by: token)
    let waiting = Recorder(transport.send(.get("/")))
    wire.answer(0, HTTPResponse(401))
    token.forget()
    var next: Recorder<HTTPResponse, ServiceFailure>?
    if isAskedMeanwhile { next = Recorder(transport.send(.get("/"))) }
    refreshes.value[0].send("of before")
    #expect(header(1) == "Bearer of before")
    wire.answer(1)
    #expect(waiting.isCompleted)
    if !isAskedMeanwhile { next = Recorder(transport.send(.get("/"))) }
    #expect(refreshes.value.count == 2 && wire.requests.count == 2, "an old refresh does not serve later requests")
    refreshes.value.last?.send("new")
    #expect(wire.requests.count == 3 && header(2) == "Bearer new")
    wire.answer(2)
    #expect(next?.isCompleted == true)
    let last = Recorder(transport.send(.get("/")))
    #expect(header(3) == "Bearer new" && refreshes.value.count == 2 && last.events.isEmpty)
  }

  @Test("a request that arrives as a refresh ends starts no second one") func racing() {
    for round in 0..<500 {
      let count = MutableProperty(0)
      let refresh = Signal<String, ServiceFailure>.deferred {
        count.increase()
        return .just("new")
      }
      let server = AnyTransport { request in
        let isNew = request.headers.contains { $0.value == "Bearer new" }
        return .just(HTTPResponse(isNew ? 200 : 401))
      }
      let transport = server.authorized(by: AccessToken("old", refresh: refresh))
      let answers = MutableProperty<[Int]>([])
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        transport.send(.get("/")).doNext { answer in answers.modify { $0.append(answer.status) } }.start()
      }
      #expect(count.value == 1 && answers.value == Array(repeating: 200, count: 8), "round \(round)")
    }
  }

  @Test("no failure's text contains the token") func secrecy() {
    let transport = transport("topsecret")
    let recorder = Recorder(transport.call(HTTPRequest.get("/").decodingText))
    #expect(!"\(wire.requests) \(wire.requests[0].headers)".contains("topsecret"))
    wire.answer(0, HTTPResponse(403, body: Data("bad token topsecret".utf8)))
    #expect(recorder.failure?.description == "the server answered 403.")
    #expect(!String(describing: recorder.failure).contains("topsecret"))
    let refreshed = Recorder(transport.call(HTTPRequest.get("/").decoding([Int].self)))
    wire.answer(1, HTTPResponse(401))
    refreshes.value[0].send("newsecret")
    wire.answer(2, HTTPResponse(body: Data("newsecret".utf8)))
    #expect(refreshed.failure?.description == "the server's answer cannot be read: the answer is not valid JSON.")
  }
}
