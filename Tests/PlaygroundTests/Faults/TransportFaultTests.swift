import Effort
import Foundation
import Home
import LoopbackServer
import SampleNetwork
import Services
import Signals
import Testing

@testable import REPL

/// The network with each request failing once: in the transport, and on the wire.
@MainActor @Suite(.inTurn) struct TransportFaultTests {
  @Test(
    "after each failed request, of every kind, the app reports it and works again",
    arguments: Effort.some(short: 2, full: 6, of: FlowTests.asking))
  func sweep(_ name: String) async throws {
    let sweep = FaultSweep(try .sample(name), FaultyTransport.Kind.allCases, reportsWithin: "31s") { kind, fault in
      var stage = FaultStage()
      stage.seams.wire = { FaultyTransport(wire: $0, time: $1, kind: kind, fault: fault) }
      return stage
    } proof: {
      await NetworkProof.of($0)
    }
    #expect(await sweep.run().problem == nil)
  }

  /// The misbehaviours of a server.
  enum Misbehaviour: CaseIterable, Sendable {
    case resetAtOnce, endAtOnce, resetInHead, resetInBody, endInBody, breakdown, noise

    fileprivate func answer(_ answer: SampleAnswer) -> LoopbackAnswer {
      let head = LoopbackAnswer.head(answer.status, ["Content-Length": "\(answer.body.count)"])
      let half = answer.body.prefix(answer.body.count / 2)
      return switch self {
      case .resetAtOnce: LoopbackAnswer([.reset])
      case .endAtOnce: LoopbackAnswer([])
      case .resetInHead: LoopbackAnswer([.send(head.prefix(20)), .reset])
      case .resetInBody: LoopbackAnswer([.send(head), .send(half), .reset])
      case .endInBody: LoopbackAnswer([.send(head), .send(half)])
      case .breakdown: .text("the server is on fire", status: 500)
      case .noise: LoopbackAnswer([.send(Data("\u{0}\u{1}\r\n\r\nnonsense".utf8))])
      }
    }
  }

  @Test(
    "after each failed connection, of every kind, the app reports it and works again",
    arguments: Effort.isFull ? ["Login/Flows/login.flow", "Search/Flows/details.flow"] : ["Login/Flows/login.flow"])
  func sockets(_ name: String) async throws {
    // Of the current session.
    let current = MutableProperty((misbehaviour: Misbehaviour.noise, fault: Fault()))
    let server = try LoopbackServer { request in
      let answer = SampleServer.answer(SampleRequest(request)), (misbehaviour, fault) = current.value
      return fault.strikes()
        ? misbehaviour.answer(answer) : LoopbackAnswer(status: answer.status, answer.headers, body: answer.body)
    }
    let sweep = FaultSweep(try .sample(name), Misbehaviour.allCases) { misbehaviour, fault in
      current.value = (misbehaviour, fault)
      var stage = FaultStage()
      stage.options["base"] = server.url.absoluteString
      return stage
    } proof: {
      await NetworkProof.of($0)
    }
    let outcome = await sweep.run()
    #expect(outcome.problem == nil)
    #expect(outcome.calls >= 3)
    withExtendedLifetime(server) {}
  }
}
