import Signals
import Testing
import VIPER

@testable import REPL

/// Work that must not be under way at the end of a flow.
@MainActor @Suite struct PendingWorkTests {
  /// The complaints after commands on the lab's screen; the same with `:quit` and at the end of the file.
  private func end(_ commands: [String]) async throws -> [String] {
    let text = "> :open lab\n" + commands.map { "> \($0)\n" }.joined()
    let end = try await SmallApp.run(text).end
    let quit = try await SmallApp.outputs(text + "> :quit\n").last
    #expect(quit == end)
    return end
  }

  private nonisolated static let retrying = "!! a timer is still pending, due in 2s, started at line 2 by 'retry'; "

  @Test(
    "a call, or the timer between two attempts, that is still pending at the end is named, with the line that made it",
    arguments: [
      (
        [":stub lab.ping -> \"late\" after 5s", "ping"],
        "!! the call 'lab.ping' is still under way, made at line 3 by 'ping'; "
      ),
      (["wait"], "!! the call 'lab.wait' is still under way, made at line 2 by 'wait'; "),
      (["wait", ":advance 1s"], nil),
      ([":stub lab.ping -> \"late\" after 5s", "ping", ":cancel"], nil), (["retry"], retrying),
      (["retry", ":advance 2s"], retrying), (["retry", ":advance 4s"], retrying), (["retry", ":advance 6s"], nil),
    ])
  func pending(_ commands: [String], _ complaint: String?) async throws {
    #expect(try await end(commands) == (complaint.map { [$0 + "advance until it is over, or cancel it"] } ?? []))
  }

  @Test("a call that has answered and goes on is a complaint, a live call is not") func goingOn() async throws {
    let complaint =
      "!! the call 'steps' is still under way, made at line 1 by ':open home'; advance until it is over, or cancel it"
    for (kind, end) in [(.answered, [complaint]), (.live, [])] as [(NamedCallKind, [String])] {
      let said = try await self.end { session, router in
        let steps = Signal<Int, Never>.just(1).concat(.never).promoteFailure(to: CallFailure.self)
        session.calls.hermetic.call("steps", as: kind, steps, decode: { $0.count }, failure: CallFailure.init)
          .start().stored(in: router.alive)
      }
      #expect(said == end)
    }
  }

  /// The complaints at the end of a screen that does this work when it opens.
  private func end(_ work: @escaping @MainActor @Sendable (Session, Router<Never>) -> Void) async throws -> [String] {
    let app = ConsoleApp("working") { session, router in
      work(session, router)
      return ConsoleView(.title("Home"))
    }
    return try await FlowRunner(app).execute("> :open home\n  Home\n").end
  }

  @Test("a timer that is due once, or that outlives its screen, is a complaint, although its screen would cancel it")
  func timers() async throws {
    let started = "started at line 1 by ':open home'; ", kept = DisposeBag()
    let works: [(@MainActor @Sendable (Router<Never>, any Scheduler) -> Void, String)] = [
      (
        { router, scheduler in router.alive.add(scheduler.schedule(after: .seconds(3)) {}) },
        "!! a timer is still pending, due in 3s, \(started)advance until it is over, or cancel it"
      ),
      (
        { router, scheduler in
          Signal<Void, Never>.just(()).delay(.seconds(3), on: scheduler).start().stored(in: router.alive)
        },
        // One timer for the value and one for the end.
        "!! 2 timers are still pending, due in 3s, \(started)advance until it is over, or cancel it"
      ),
      (
        { _, scheduler in
          Signal<Int, Never>.timer(every: .seconds(60), on: scheduler).observe { _ in }.stored(in: kept)
        },
        "!! a timer is still pending, due in 1m, \(started)cancel it when its screen closes"
      ),
    ]
    for (work, complaint) in works {
      #expect(try await end { session, router in work(router, session.environment.scheduler) } == [complaint])
    }
  }

  @Test("a ticking timer belongs to its screen, and so do endless retries")
  func repeating() async throws {
    let end = try await end { _, router in
      let scheduler = router.environment.scheduler
      Signal<Int, Never>.timer(every: .seconds(60), on: scheduler).observe { _ in }.stored(in: router.alive)
      Signal<Int, CallFailure>.fail(CallFailure("no")).retry(.max, delay: { _, _ in .seconds(60) }, on: scheduler)
        .observe { _ in }.stored(in: router.alive)
    }
    #expect(end == [])
  }

  // MARK: Real work

  private let app = ConsoleApp("asking") { session, router in
    let calls = session.calls, said = MutableProperty(""), isLive = session.isLive
    let ask = Command<Void, String, CallFailure> { calls.call("ask", .just("real"), failure: CallFailure.init) }
    let look = Command<Void, String, CallFailure> {
      calls.hermetic.call("look", .just("inside, live: \(isLive)"), failure: CallFailure.init)
    }
    ask.values.merge(with: look.values).bind(to: said).stored(in: router.alive)
    return ConsoleView(
      .label("said", said), .button("ask", ask), .button("look", look), .alert("", ask.failures.map(\.text)))
  }

  @Test("a call that leaves the process fails in a flow and is a complaint, unless it is stubbed")
  func notStubbed() async throws {
    let run = try await FlowRunner(app).execute("> :open home\n> ask\n> :stub ask -> \"stub\"\n> ask\n")
    #expect(run.outputs == [[], ["! 'ask' is not stubbed"], [], ["said: stub"]])
    #expect(
      run.end == [
        "!! 'ask' is not stubbed, called at line 2 by 'ask'; write :stub ask -> JSON before it, or run it with --live"
      ])
  }

  @Test("with --live a call does its real work, unless it is stubbed") func live() async throws {
    let flow = "> :open home\n> ask\n> look\n> :stub ask -> \"stub\"\n> ask\n"
    let run = try await FlowRunner(app, isLive: true).execute(flow)
    #expect(
      run.outputs + [run.end] == [
        [], ["said: real"], ["said: inside, live: true"], [], ["said: stub"], [],
      ])
  }

  @Test("a hermetic call does its real work in any flow") func hermetic() async throws {
    let run = try await FlowRunner(app).execute("> :open home\n> look\n")
    #expect(run.phases.flatMap(\.steps).last?.output == ["said: inside, live: false"] && run.end == [])
  }
}
