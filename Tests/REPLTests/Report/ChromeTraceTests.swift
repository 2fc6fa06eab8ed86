import Foundation
import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

@testable import REPL
@testable import REPLTools

@MainActor @Suite struct ChromeTraceTests {
  private struct Broken: Error, CustomStringConvertible { var description: String { "no network" } }

  private let app: TracedApp

  init() throws { app = try TracedApp() }

  private struct Chrome: Decodable {
    struct Event: Decodable {
      let name: String, cat: String, ph: String, ts: Int64, pid: Int, tid: Int
      let id: String?, s: String?, args: [String: String]
    }
    let traceEvents: [Event]
  }

  @Test func chromeOpensTheJSONWithSpansThatNestInTheirTracks() throws {
    // Two commands of one module overlap, and one still runs when the module closes.
    let first = Command<Void, Int, Broken> { .never }.traced("first", by: app.router)
    let second = Command<Void, Int, Broken> { .never }.traced("second", by: app.router)
    app.time.advance(by: .milliseconds(5))
    first.execute()
    app.time.advance(by: .milliseconds(1))
    second.execute()
    app.time.advance(by: .microseconds(500))
    first.cancel()
    app.navigator.router.push(Route<Void, Never>("base")).start()
    app.navigator.closeAll()
    let events = try JSONDecoder().decode(Chrome.self, from: Data(app.trace.chromeJSON().utf8)).traceEvents
    func phases(_ name: String) -> [String] { events.filter { $0.name == name }.map { "\($0.ph) \($0.ts)" } }
    #expect(
      ["search#2", "first", "second"].map(phases) == [
        ["B 0", "E 6500"], ["i 0", "b 5000", "e 6500"], ["i 0", "b 6000"],
      ])
    let names = events.filter { $0.ph == "M" }.compactMap { $0.args["name"] }
    #expect(Set(names) == ["base#1", "search#2", "base#3", "app"])
    #expect(Set(events.map(\.tid)).count == names.count)
    var open: [Int: [String]] = [:], running: Set<String> = [], problems: [String] = []
    for event in events {
      let fits =
        switch event.ph {
        case "B": open[event.tid, default: []].append(event.name) == ()
        case "E": open[event.tid]?.popLast() == event.name
        case "b": running.insert(event.id ?? "").inserted
        case "e": running.remove(event.id ?? "") != nil
        default: event.ph == "M" || event.ph == "i" && event.s == "t"
        }
      if !fits { problems.append("\(event)") }
    }
    #expect(problems == [])
    #expect(open.count == 3)
    #expect(open.values.allSatisfy { $0.isEmpty })
    #expect(running == ["search#2 second"])
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.ph == "M" || $0.ts <= $1.ts })
  }
}
