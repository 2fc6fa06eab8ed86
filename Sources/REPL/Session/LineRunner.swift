import Foundation
import PlainText
import Signals
import VIPER

/// Runs typed lines against a session, commands of the app and of the session.
@MainActor package final class LineRunner {
  package private(set) var session: Session
  /// The lines that ran, without those that `:back` took back.
  private(set) var history: [HistoryEntry] = []
  /// The reach of earlier sessions, which `:back` replaced.
  private var earlierReach = Reach()
  /// The parts of the app that were reached so far, in all sessions.
  package var reach: Reach {
    var reach = earlierReach
    reach.formUnion(session.console.reach)
    reach.calls.formUnion(session.calls.log.names)
    return reach
  }
  /// Called when a fresh session replaces the old one.
  package var onSession: ((Session) -> Void)?
  private var isOver = false
  /// Whether the promises of every app are checked after each line.
  package var checksPromises = false
  /// Whether `:restart` only closes the screens. An exploration compares with this: nothing may be lost that is not lost then, too.
  package var restartsInPlace = false
  private let limits: Settling.Limits
  private let screens: @MainActor () async throws -> AppGraph
  private let recorder: Recorder
  private let make: () -> Session

  /// Writes a session as a flow; returns the reply to `:save`.
  package typealias Recorder =
    @MainActor (_ session: Session, _ history: [HistoryEntry], _ path: String) async -> [String]

  /// - Parameters:
  ///   - graph: returns the screens of the app, for `:graph`.
  ///   - recorder: saves the session, for `:save`.
  ///   - make: makes a fresh session, at the start and for each `:back`.
  package init(
    limits: Settling.Limits = Settling.Limits(),
    graph: @escaping @MainActor () async throws -> AppGraph = { AppGraph(screens: []) },
    recorder: @escaping Recorder = { _, _, _ in [] }, _ make: @escaping () -> Session
  ) {
    screens = graph
    self.recorder = recorder
    self.make = make
    self.limits = limits
    session = make()
  }

  /// The visible screen as a path: `todo/add> `.
  package var prompt: String { session.console.prompt }

  /// Runs a line, the `number`th of a flow, and the work that is due after it. Complaints of the harness begin with `!!`.
  package func run(_ line: String, number: Int? = nil) async -> LineResult {
    let console = session.console, mistakes = console.mistakes
    let result = await session.watched { await run(typed: line, number) }
    return console.mistakes > mistakes ? result.asMistake(.misused) : result
  }

  private func run(typed line: String, _ number: Int?) async -> LineResult {
    let line = session.console.isWayOut(line) ? ":quit" : TypedLine.unindented(line)
    let origin = Origin(line: number, text: session.console.echo(line))
    session.begin(origin)
    guard line.hasPrefix(":") else {
      let isCommand = session.console.offers(line)
      let result = await recorded(line, origin, isCommand: isCommand) {
        await settled(nil, after: session.type(line))
      }
      return isCommand ? result : result.asMistake(.mistaken)
    }
    do throws(LineError) {
      let command = try MetaCommand.parse(line)
      switch command {
      // They work on the history, so they are no part of it.
      case .back, .save: return await run(command)
      default: return await recorded(line, origin) { await run(command) }
      }
    } catch { return ["!! \(error)"] }
  }

  private func recorded(
    _ line: String, _ origin: Origin, isCommand: Bool = true, _ body: @MainActor () async -> LineResult
  ) async -> LineResult {
    var entry = HistoryEntry(
      line: line, origin: origin, start: session.environment.scheduler.now, callCount: session.calls.log.count,
      traceCount: session.trace?.count ?? 0, turn: session.calls.log.turn, isCommand: isCommand,
      secret: session.console.secret(in: line))
    let promises = checksPromises ? StandingPromises(session, before: line, history + [entry]) : nil
    var result = await body()
    // Printed under each command: a missing busy line means that the screen is no longer busy.
    if !isOver, result.output.last != Mark.busy { result.output += session.console.busyLines }
    result.output += session.following.lines(session.trace, since: entry.start)
    result.output += session.undeclaredNavigations() + complaints(session.calls.log.takeComplaints())
    if !isOver, let promises { result.output += complaints(promises.broken(printing: result.output)) }
    guard !line.allSatisfy(\.isWhitespace) else { return result }
    session.calls.log.endPart()
    entry.settled = session.environment.scheduler.now
    entry.output = result.output
    history.append(entry)
    return result
  }

  /// Records lines that were printed after the last command was done.
  package func record(change lines: [String]) {
    guard let last = history.indices.last else { return }
    history[last].changes.append((session.environment.scheduler.now, lines))
    session.calls.log.endPart()
  }

  private func run(_ command: MetaCommand) async -> LineResult {
    switch command {
    case .open(let link): await open(link)
    case .advance(let duration): await virtual(":advance") { time in await settled(.until(time.now + duration)) }
    case .run: await virtual(":run") { _ in await settled(.idle) }
    case .wait(let duration): await wait(duration)
    case .now(let text): await virtual(":now") { _ in await setNow(text) }
    case .zone(let name): await setZone(name)
    case .cancel: await settled(nil, after: session.console.cancel())
    case .locale(let name): setLocale(name)
    case .event(let name, let json): await event(name, json)
    case .back(let count): await back(count)
    // A flow is a file already.
    case .save(let file): session.isScripted ? [] : LineResult(await recorder(session, history, file))
    case .quit: await end()
    case .stub, .fail, .delay: await settled(nil, after: session.set(command))
    case .promises: keepPromises()
    case .restart: await restart()
    // The flow runner compares the next line.
    case .unlike: []
    case .promise(let promise): await settled(nil, after: session.promise(promise))
    default: await settled(nil).adding(await report(command))
    }
  }

  private func report(_ command: MetaCommand) async -> [String] {
    switch command {
    case .screen: session.console.screen
    case .tree: tree()
    case .help(nil): MetaCommand.help(in: session, canGoBack: !history.isEmpty)
    case .help(let name?): MetaCommand.help(name)
    case .graph: await graph()
    case .trace(let name): trace(name)
    case .calls: session.calls.log.summary(withTimes: session.isScripted)
    default: []
    }
  }

  /// Closes the app; prints the complaints about work, stubs and objects that are left over.
  package func end() async -> LineResult {
    guard !isOver else { return [] }
    isOver = true
    defer { session.end() }
    // Determined first: closing ends this work.
    let awaited = session.isScripted ? PendingWork(session).awaited : nil
    let closed = await session.watched { (await awaitPromises()).adding(await close()) }
    let ended = awaited?.without(PendingWork(session)).lines("advance until it is over, or cancel it") ?? []
    let taken = session.calls.log.takeComplaints(), left = session.leftovers
    let state = LineResult.State.over(awaitedTime: awaited?.time, appLeftovers: complaints(left.ofApp))
    return closed.adding(LineResult(complaints(taken + ended + left.all), state))
  }

  /// Moves time to the last deadline of the promises that are not kept; prints the complaints about broken ones.
  private func awaitPromises() async -> LineResult {
    guard session.isScripted, let end = session.promises.deadline else { return [] }
    return await settled(.until(end)).complaints
  }

  /// Closes all screens, which ends the work that is under way. Prints only the complaints of the harness: no screen is left to
  /// print.
  private func close() async -> LineResult {
    session.close()
    let result = await settled(nil).complaints.adding(session.undeclaredNavigations())
    if result.state != .stuck { await Settling(session, limits).awaitRelease() }
    return result
  }

  /// Closes the app as if its process were killed: the calls that it makes while it closes are not made.
  private func restart() async -> LineResult {
    if restartsInPlace { return await close() }
    let log = session.calls.log
    log.isCut.value = true
    defer { log.isCut.value = false }
    let result = await close().adding(LineResult(complaints(session.leftovers.ofApp)))
    session.forgetApp()
    return result
  }

  private func complaints(_ lines: [String]) -> [String] { lines.map { "!! \(Printable.line($0))" } }

  /// Closes the app without waiting for its work, which may be endless.
  package func abandon() {
    isOver = true
    session.close()
    session.end()
  }

  /// Runs all but the last `count` lines again, in a fresh session. Where time is real, calls give their earlier answers again:
  /// to take a line back must not save, send or pay a second time.
  ///
  /// Complaints about the old session are printed now, because that session ends. Unused stubs are not among them: the lines
  /// that set them run again or are taken back, too.
  private func back(_ count: Int) async -> LineResult {
    guard count <= history.count else {
      return mistake("only \(CountText.of(history.count, "command")) can be taken back")
    }
    let kept = Array(history.dropLast(count)), calls = session.calls.log.calls.prefix(history[kept.count].callCount)
    earlierReach = reach
    let left = await close().adding(complaints(session.leftovers.ofApp))
    session.end()
    session = make()
    onSession?(session)
    if !session.isScripted { session.calls.log.replay(calls) }
    history = []
    // The lines that ran again may be mistakes, but this line is none.
    var state = LineResult.State.done
    for entry in kept where state != .stuck { state = await run(entry.line, number: entry.origin.line).state }
    session.calls.log.replay([])
    return LineResult(left.output + session.console.screen, state == .stuck ? .stuck : .done)
  }

  private func graph() async -> [String] {
    if session.navigator == nil { return ["(nothing is open)"] }
    do {
      var graph = try await screens()
      graph.learn(from: reach)
      return graph.lines.compactMap(Mark.screenLine)
    } catch { return ["!! \(ConsoleApp.unbuilt(error))"] }
  }

  private func tree() -> [String] {
    guard let navigator = session.navigator else { return ["(nothing is open)"] }
    return "\(navigator.tree.value)".split(separator: "\n").compactMap { Mark.screenLine(String($0)) }
  }

  private func trace(_ name: String?) -> [String] {
    guard let name else { return SessionTrace(session, typed: history).marbles.compactMap(Mark.screenLine) }
    return session.following.toggle(name, session.trace)
  }

  private func event(_ name: String, _ json: String) async -> LineResult {
    guard let navigator = session.navigator else {
      return mistake("no screen is open to receive '\(Printable.quote(name))'")
    }
    do throws(RouteError) { try navigator.send(named: name, json: json) } catch {
      return LineResult(["! \(Printable.line("\(error)"))"], error.isMistake ? .mistaken : .done)
    }
    return await settled(nil)
  }

  private func open(_ link: String) async -> LineResult {
    let navigator: Navigator
    do { navigator = try session.start() } catch { return LineResult(["!! \(ConsoleApp.unbuilt(error))"], .stuck) }
    let problem = MutableProperty<RouteError?>(nil)
    let ignored = ((try? navigator.links.unknownParameters(of: link)) ?? [])
      .map { "(no screen of this link has the parameter '\(Printable.quote($0.name))')" }
    let opening = navigator.open(link).observe { event in
      if case .failed(let error) = event { problem.value = error }
    }
    let result = await settled(nil, after: ignored) {
      let pending = opening.isDisposed || session.isScripted ? [] : ["(opening \(Printable.line(link)) …)"]
      return (problem.value.map { ["! \(Printable.line("\($0)"))"] } ?? []) + pending
    }
    return problem.value?.isMistake == true ? result.asMistake(.mistaken) : result
  }

  private func virtual(_ name: String, _ body: @MainActor (FlowTime) async -> LineResult) async -> LineResult {
    guard let time = session.time else {
      return mistake("time is real here; \(name) is for flows, where it is virtual")
    }
    return await body(time)
  }

  /// Waits, in virtual time in a flow and in real time otherwise; returns the changes of the screen.
  private func wait(_ duration: Duration?) async -> LineResult {
    let settling = Settling(session, limits)
    let items = await settling.wait(duration)
    return LineResult(session.console.print(items), settling.isStuck ? .stuck : .done)
  }

  private func keepPromises() -> LineResult {
    checksPromises = true
    return LineResult(complaints(StandingPromises(session, before: "", history).broken(printing: [])))
  }

  private func mistake(_ text: String) -> LineResult { LineResult(["! \(text)"], .mistaken) }

  /// Runs the work that is due, now or until the end of `move`; returns the reply to the line, and the output below it.
  private func settled(
    _ move: Settling.Move?, after reply: [String] = [], then lateReply: () -> [String] = { [] }
  ) async -> LineResult {
    let settling = Settling(session, limits)
    let items = await settling.run(move, after: reply)
    let output = session.console.print([.reply(reply + lateReply())] + items)
    return LineResult(output, settling.isStuck ? .stuck : .done)
  }

  private func setNow(_ text: String) async -> LineResult {
    guard let date = DateText.parse(text, session.environment.calendar) else {
      let zone = session.environment.calendar.timeZone, place = zone == .gmt ? "" : " in \(zone.identifier)"
      return ["!! '\(Printable.quote(text))' is not a date\(place); write one such as 2014-05-21 or 2014-05-21T12:00"]
    }
    session.setNow(date)
    return await settled(nil)
  }

  private func setZone(_ name: String) async -> LineResult {
    if session.time == nil { return mistake("a session is in the time zone of this machine; :zone is for flows") }
    guard let zone = TimeZone(identifier: name) else {
      let near = NearMiss.nearest(to: name, in: TimeZone.knownTimeZoneIdentifiers).map { "did you mean '\($0)'?" }
      return ["!! there is no time zone '\(Printable.quote(name))'; \(near ?? "write one such as Europe/Berlin")"]
    }
    session.setZone(zone)
    return await settled(nil)
  }

  private func setLocale(_ name: String) -> LineResult {
    if session.time == nil {
      return mistake("a session keeps the language that it was started in; :locale is for flows")
    }
    guard session.navigator == nil else {
      return ["!! :locale has to come before the first :open, or after :restart; move it"]
    }
    session.environment.locale = Locale(identifier: name)
    session.environment.calendar.locale = session.environment.locale
    return []
  }
}

extension RouteError {
  /// Whether the route or event does not exist, in any state of the app.
  fileprivate var isMistake: Bool {
    switch self {
    case .unknown, .invalid, .undeclared: true
    default: false
    }
  }
}
