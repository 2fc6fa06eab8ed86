import Fixtures
import Foundation
import Services
import Signals
import SignalsTesting
import Testing

@Suite struct RetryPolicyTests {
  private let time = VirtualTimeScheduler(), wire = ScriptedTransport()
  private let policy = RetryPolicy(retries: 2, first: .seconds(4), longest: .seconds(10), seed: 1)

  /// Noon, moved with the virtual time.
  private var now: @Sendable () -> Date {
    { [time] in Date(timeIntervalSince1970: 1_400_673_600 + time.now / .seconds(1)) }
  }

  private func send(_ request: HTTPRequest = .get("/")) -> Recorder<HTTPResponse, ServiceFailure> {
    Recorder(wire.retrying(policy, on: time, now: now).send(request))
  }

  @Test("waits double up to the longest, and are equal for equal seeds") func waits() {
    for seed in 0..<100 as Range<UInt64> {
      let policy = RetryPolicy(retries: 5, first: .seconds(4), longest: .seconds(20), seed: seed)
      let waits = (1...6).map { policy.wait(after: $0) }
      let isRight = zip(waits, [4.0, 8, 16, 20, 20]).allSatisfy { wait, most in
        wait.map { (.seconds(most / 2) ... .seconds(most)).contains($0) } ?? false
      }
      #expect(isRight, "\(waits)")
      #expect(waits[5] == nil, "\(waits)")
      #expect(waits == (1...6).map { policy.wait(after: $0) }, "\(waits)")
    }
    let patient = RetryPolicy(retries: 1_000_000)
    let waits = [1, 2, 3, 1_000, 1_000_000].compactMap { patient.wait(after: $0) }
    #expect(waits.count == 5, "\(waits)")
    #expect(waits.allSatisfy { (.zero ... .seconds(60)).contains($0) }, "\(waits)")
    #expect(Set((0..<50).compactMap { RetryPolicy(seed: $0).wait(after: 1) }).count > 40)
    #expect(RetryPolicy(retries: 0).wait(after: 1) == nil)
  }

  @Test("a temporary failure is retried after its wait, and the result of the last attempt is delivered")
  func retrying() throws {
    let answered = send(), failed = send(), recovered = send()
    for number in 0..<3 { wire.fail(number, .lost(host: "a")) }
    let wait = try #require(policy.wait(after: 1))
    let counts = [wait - .milliseconds(1), .milliseconds(1)].map { time in
      self.time.advance(by: time)
      return wire.requests.count
    }
    #expect(counts == [3, 6])
    for (number, status) in [500, 502, 503].enumerated() { wire.answer(3 + number, HTTPResponse(status)) }
    time.advance(by: .seconds(10))
    wire.answer(6, HTTPResponse(500))
    wire.fail(7, .timedOut)
    wire.answer(8)
    time.advance(by: .seconds(10))
    #expect([answered, failed, recovered].map { $0.values.map(\.status) } == [[500], [], [200]])
    #expect(answered.isCompleted)
    #expect(failed.failure == .timedOut)
    #expect(wire.requests.count == 9)
    #expect(time.pending == 0)
  }

  @Test(
    "a server's Retry-After sets the wait, in seconds or as a date; one that asks for too long is not asked"
  )
  func retryAfter() {
    let headers = [
      ["Retry-After": "7"], ["Retry-After": "11"], ["Retry-After": "99999999999999999999"],
      ["Retry-After": "Wed, 21 May 2014 12:00:07 GMT", "Date": "Wed, 21 May 2014 12:00:00 GMT"],
      ["Retry-After": "Wed, 21 May 2014 12:00:07 GMT"],
    ]
    let recorders = headers.map { headers in
      let recorder = send()
      wire.answer(wire.requests.count - 1, HTTPResponse(429, headers: headers))
      return recorder
    }
    let counts = [6_999, 1, 60_000].map { wait in
      time.advance(by: .milliseconds(wait))
      return wire.requests.count
    }
    #expect(counts == [5, 8, 8])
    #expect(recorders.map { $0.values.map(\.status) } == [[], [429], [429], [], []])
  }

  @Test("a permanent failure is not retried, nor is a request that may have been processed; an unprocessed one is")
  func final() {
    let post = HTTPRequest.post("/", .form([])), read = HTTPRequest.get("/")
    let rows: [(request: HTTPRequest, result: Result<HTTPResponse, ServiceFailure>, isFinal: Bool)] = [
      (read, .failure(.cancelled), true), (read, .failure(.tooLarge(limit: 1)), true),
      (read, .failure(.unsendable("")), true), (read, .failure(.untrusted(host: "a")), true),
      (read, .success(HTTPResponse(404)), true), (post, .failure(.lost(host: "a")), true),
      (post, .success(HTTPResponse(500)), true), (post, .failure(.refused(host: "a")), false),
      (post, .success(HTTPResponse(503)), false),
    ]
    let recorders = rows.map { send($0.request) }
    for (number, (row, recorder)) in zip(rows, recorders).enumerated() {
      switch row.result {
      case .success(let response): wire.answer(number, response)
      case .failure(let failure): wire.fail(number, failure)
      }
      let result: Result<HTTPResponse, ServiceFailure>? =
        recorder.failure.map { .failure($0) } ?? recorder.values.first.map { .success($0) }
      #expect(result == (row.isFinal ? row.result : nil), "\(row)")
    }
    #expect(time.pending == 2)
    time.advance(by: .seconds(10))
    #expect("\(wire.requests.dropFirst(rows.count))" == "[POST /, POST /]")
  }
}
