import Signals
import Testing
import VIPER

@testable import REPL

/// Work, stubs and failures that are left over at the end of a flow.
@MainActor @Suite struct PendingWorkTests {
  private nonisolated static let advance = "advance until it is over, or cancel it"
  private nonisolated static let retrying =
    "!! a timer is still pending, due in 2s, started at line 2 by 'retry'; \(advance)"
  private nonisolated static let close = "cancel it when its screen closes"

  private nonisolated static let leftovers: [[String]: String?] = [
    [":stub lab.ping -> \"late\" after 5s", "ping"]:
      "!! the call 'lab.ping' is still under way, made at line 3 by 'ping'; \(advance)",
    ["wait"]: "!! the call 'lab.wait' is still under way, made at line 2 by 'wait'; \(advance)",
    ["wait", ":advance 1s"]: nil, [":stub lab.ping -> \"late\" after 5s", "ping", ":cancel"]: nil, ["retry"]: retrying,
    ["retry", ":advance 4s"]: retrying, ["retry", ":advance 6s"]: nil,
    ["leave"]: "!! a timer is still pending, due in 5s, started at line 2 by 'leave'; \(close)",
    [":advance 1s", "leave-twice", ":advance 2s"]:
      "!! 2 timers are still pending, due in 3s, started at line 3 by 'leave-twice'; \(close)",
    [":stub lab.ping -> \"a\""]: "!! the stub of 'lab.ping', set at line 2, was never used; remove it",
    [":fail lab.ping with \"no\""]:
      "!! the failure of 'lab.ping' with \"no\", set at line 2, was never used; remove it",
  ]

  @Test(
    "a pending call or timer, and an unused stub or failure, is a complaint at the end, with the line that made it",
    arguments: leftovers)
  func leftOver(_ commands: [String], _ complaint: String?) async throws {
    let text = "> :open lab\n" + commands.map { "> \($0)\n" }.joined(), end = try await SmallApp.run(text).end
    let quit = try await SmallApp.outputs(text + "> :quit\n").last
    #expect([end, quit] == Array(repeating: complaint.map { [$0] } ?? [], count: 2))
  }

  @Test("a call that goes on after its answer, and a timer that is due once or outlives its screen, are complaints")
  func screens() async throws {
    func steps(_ session: Session, as kind: NamedCallKind) -> Signal<Int, CallFailure> {
      let steps = Signal<Int, Never>.just(1).concat(.never).promoteFailure(to: CallFailure.self)
      return session.calls.hermetic.call(
        "steps", as: kind, steps, decode: { $0.count }, failure: CallFailure.init)
    }
    let madeAt = "at line 1 by ':open home'; ", kept = DisposeBag()
    let works: [(@MainActor (Session, any Scheduler) -> Disposable?, String?)] = [
      (
        { session, _ in steps(session, as: .answered).start() },
        "!! the call 'steps' is still under way, made \(madeAt)\(Self.advance)"
      ),
      ({ session, _ in steps(session, as: .live).start() }, nil),
      (
        { _, scheduler in scheduler.schedule(after: .seconds(3)) {} },
        "!! a timer is still pending, due in 3s, started \(madeAt)\(Self.advance)"
      ),
      (
        { _, scheduler in Signal<Void, Never>.just(()).delay(.seconds(3), on: scheduler).start() },
        // One timer for the value and one for the end.
        "!! 2 timers are still pending, due in 3s, started \(madeAt)\(Self.advance)"
      ),
      (
        { _, scheduler in
          Signal<Int, Never>.timer(every: .seconds(60), on: scheduler).observe { _ in }.stored(in: kept)
          return nil
        }, "!! a timer is still pending, due in 1m, started \(madeAt)\(Self.close)"
      ),
      // A ticking timer belongs to its screen, and so do endless retries.
      ({ _, scheduler in Signal<Int, Never>.timer(every: .seconds(60), on: scheduler).observe { _ in } }, nil),
      (
        { _, scheduler in
          Signal<Int, CallFailure>.fail(CallFailure("no")).retry(.max, delay: { _, _ in .seconds(60) }, on: scheduler)
            .observe { _ in }
        }, nil
      ),
    ]
    for (work, complaint) in works {
      let app = ConsoleApp("working") { session, router in
        work(session, session.environment.scheduler).map(router.alive.add)
        return ConsoleView(.title("Home"))
      }
      let end = try await FlowRunner(app).execute("> :open home\n  Home\n").end
      #expect(end == (complaint.map { [$0] } ?? []))
    }
  }

  @Test("only a hermetic or a stubbed call works in a flow; any other fails and is a complaint, unless with --live")
  func realWork() async throws {
    let app = ConsoleApp("asking") { session, router in
      let calls = session.calls, said = MutableProperty(""), isLive = session.isLive
      let ask = Command<Void, String, CallFailure> { calls.call("ask", .just("real"), failure: CallFailure.init) }
      let look = Command<Void, String, CallFailure> {
        calls.hermetic.call("look", .just("inside, live: \(isLive)"), failure: CallFailure.init)
      }
      Signal.merge(ask.values, look.values).bind(to: said).stored(in: router.alive)
      return ConsoleView(
        .label("said", said), .button("ask", ask), .button("look", look), .alert("", ask.failures.map(\.text)))
    }
    let flow = "> :open home\n> ask\n> look\n> :stub ask -> \"stub\"\n> ask\n"
    let run = try await FlowRunner(app).execute(flow), live = try await FlowRunner(app, isLive: true).execute(flow)
    let end =
      "!! 'ask' is not stubbed, called at line 2 by 'ask'; write :stub ask -> JSON before it, or run it with --live"
    #expect(
      run.outputs + [run.end] == [
        [], ["! 'ask' is not stubbed"], ["said: inside, live: false"], [], ["said: stub"], [end],
      ])
    #expect(
      live.outputs + [live.end] == [[], ["said: real"], ["said: inside, live: true"], [], ["said: stub"], []])
  }
}
