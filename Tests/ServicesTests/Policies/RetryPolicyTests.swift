import Fixtures
import Foundation
import Services
import Signals
import SignalsTesting
import Testing

@Suite struct RetryPolicyTests {
  private let time = VirtualTimeScheduler(), wire = ScriptedTransport()
  private let policy = RetryPolicy(retries: 2, first: .seconds(4), factor: 3, longest: .seconds(10), seed: 1)

  private func send(_ request: HTTPRequest = .get("/")) -> Recorder<HTTPResponse, ServiceFailure> {
    Recorder(wire.retrying(policy, on: time).send(request))
  }

  @Test("waits grow up to the longest, and are equal for equal seeds") func waits() {
    for seed in 0..<100 as Range<UInt64> {
      let policy = RetryPolicy(retries: 5, first: .seconds(4), factor: 3, longest: .seconds(20), seed: seed)
      let waits = (1...5).compactMap { policy.wait(after: $0) }
      #expect(waits.count == 5 && waits == (1...5).compactMap { policy.wait(after: $0) })
      for (wait, most) in zip(waits, [4.0, 12, 20, 20, 20]) {
        #expect((.seconds(most / 2) ... .seconds(most)).contains(wait))
      }
      #expect(policy.wait(after: 6) == nil)
    }
    #expect(Set((0..<50).compactMap { RetryPolicy(seed: $0).wait(after: 1) }).count > 40)
    #expect(RetryPolicy(retries: 0).wait(after: 1) == nil)
    #expect(RetryPolicy(retries: 1_000_000, seed: 1).wait(after: 1_000_000).map { $0 <= .seconds(60) } == true)
  }

  @Test("a factor of any size makes no wait longer than the longest", arguments: [1e300, .infinity, -1e300, .nan, 0])
  func hugeFactor(_ factor: Double) {
    let policy = RetryPolicy(retries: 1000, first: .seconds(1), factor: factor, longest: .seconds(60), seed: 1)
    for attempt in [1, 2, 3, 1000] {
      #expect(policy.wait(after: attempt).map { (.zero ... .seconds(60)).contains($0) } == true)
    }
  }

  @Test("a temporary failure is retried after its wait, and the retry's answer is delivered") func retrying() throws {
    let recorder = send()
    wire.fail(0, .lost(host: "a"))
    #expect(wire.requests.count == 1)
    let wait = try #require(policy.wait(after: 1))
    time.advance(by: wait - .milliseconds(1))
    #expect(wire.requests.count == 1)
    time.advance(by: .milliseconds(1))
    wire.answer(1, HTTPResponse(503))
    time.advance(by: .seconds(10))
    wire.answer(2, HTTPResponse(200))
    #expect(recorder.values.map(\.status) == [200] && recorder.isCompleted && time.pending == 0)
  }

  @Test("the result of the last attempt is delivered") func givingUp() {
    let answered = send(), failed = send()
    for round in 0..<3 {
      wire.answer(2 * round, HTTPResponse(500 + round == 501 ? 502 : 500))
      wire.fail(2 * round + 1, .timedOut)
      time.advance(by: .seconds(10))
    }
    #expect(answered.values.map(\.status) == [500] && answered.isCompleted)
    #expect(failed.failure == .timedOut && wire.requests.count == 6)
  }

  @Test(
    "a server's Retry-After sets the wait, in seconds or as a date of its clock",
    arguments: [
      ["Retry-After": "7"],
      ["Retry-After": "Wed, 21 May 2014 12:00:07 GMT", "Date": "Wed, 21 May 2014 12:00:00 GMT"],
    ])
  func retryAfter(_ headers: [String: String]) {
    let recorder = send()
    wire.answer(0, HTTPResponse(429, headers: headers))
    time.advance(by: .milliseconds(6_999))
    #expect(wire.requests.count == 1)
    time.advance(by: .milliseconds(1))
    wire.answer(1)
    #expect(recorder.values.map(\.status) == [200])
  }

  @Test("a server that asks for a wait above the longest is not asked again") func tooLong() {
    let recorder = send()
    wire.answer(0, HTTPResponse(503, headers: ["Retry-After": "11"]))
    #expect(recorder.values.map(\.status) == [503] && time.pending == 0)
  }

  @Test(
    "a permanent failure is not retried",
    arguments: [ServiceFailure.cancelled, .tooLarge(limit: 1), .unsendable(""), .untrusted(host: "a")])
  func final(_ failure: ServiceFailure) {
    let failed = send(), answered = send()
    wire.fail(0, failure)
    wire.answer(1, HTTPResponse(404))
    #expect(failed.failure == failure && answered.values.map(\.status) == [404] && time.pending == 0)
  }

  @Test("a request that may have been processed is not repeated; an unprocessed one is") func repeatable() {
    let post = HTTPRequest.post("/", .form([]))
    let lost = send(post), broken = send(post)
    wire.fail(0, .lost(host: "a"))
    wire.answer(1, HTTPResponse(500))
    #expect(lost.failure == .lost(host: "a") && broken.values.map(\.status) == [500])
    let refused = send(post), busy = send(post)
    wire.fail(2, .refused(host: "a"))
    wire.answer(3, HTTPResponse(503))
    time.advance(by: .seconds(10))
    wire.answer(4)
    wire.answer(5)
    #expect(refused.values.map(\.status) == [200] && busy.values.map(\.status) == [200])
  }

  @Test("disposing during a wait cancels the wait") func disposing() {
    let recorder = send()
    wire.fail(0, .timedOut)
    recorder.dispose()
    #expect(time.pending == 0)
  }

  @Test("an inner timeout applies to each attempt, an outer one to all together") func timeouts() {
    let transport = wire.timingOutTries(after: .seconds(5), on: time)
      .retrying(RetryPolicy(retries: 9, first: .seconds(2), factor: 1, seed: 1), on: time)
      .timingOut(after: .seconds(17), on: time)
    let recorder = Recorder(transport.send(.get("/")), on: time)
    time.advance(by: .seconds(60))
    #expect(wire.requests.count == 3 && wire.pending.isEmpty)
    #expect(recorder.entries.map(\.time) == [.seconds(17)] && recorder.failure == .timedOut && time.pending == 0)
  }
}
