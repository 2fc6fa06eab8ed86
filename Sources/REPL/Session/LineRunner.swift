import Foundation
import Signals
import VIPER

/// Runs lines against a session, the app's and the session's own, and gives what they print.
@MainActor final class LineRunner {
  private(set) var session: Session
  /// What was run so far, but for what was taken back.
  private(set) var history: [Recording.Entry] = []
  /// What sessions reached that were taken back.
  private var taken = Reach()
  /// What was reached of the app so far.
  var reach: Reach {
    var reach = taken
    reach.formUnion(session.console.reach)
    return reach
  }
  /// Whether a line that was run means nothing where it was typed: a slip of the keyboard, or a command for flows.
  private(set) var hasMistake = false
  /// Called when a fresh session takes the place of the old one.
  var onSession: ((Session) -> Void)?
  private(set) var isOver = false
  /// How long it takes until nothing is under way that a flow has to wait for; nil if nothing was at the end, or nothing ends it.
  private(set) var awaitedTime: Duration?
  /// Whether the line that ran last names a command, a screen or an event that does not exist there.
  private(set) var isMistaken = false
  /// Whether what every app promises is checked after each line.
  var checksPromises = false
  /// Whether a line caused work without end: nothing sensible can follow it.
  private(set) var isStuck = false
  private let limits: Settling.Limits
  private let screens: AppGraph?
  private let make: () -> Session

  /// - Parameters:
  ///   - graph: the app's screens, if they are known.
  ///   - make: makes a fresh session, at the start and for what is taken back.
  init(
    limits: Settling.Limits = Settling.Limits(), graph: AppGraph? = nil, _ make: @escaping () -> Session
  ) {
    screens = graph
    self.make = make
    self.limits = limits
    session = make()
  }

  /// The visible screen as a path: `todo/add> `.
  var prompt: String { session.console.prompt }

  /// Runs a line, the `number`th of a flow, and what is due after it. Lines that begin with `!!` are the harness speaking.
  func run(_ line: String, number: Int? = nil) async -> [String] {
    let console = session.console, mistakes = console.mistakes
    let output = await run(typed: line, number)
    hasMistake = hasMistake || isMistaken || console.mistakes > mistakes
    return output
  }

  private func run(typed line: String, _ number: Int?) async -> [String] {
    let line = TypedLine.unindented(line)
    let origin = Origin(line: number, text: session.console.echo(line))
    session.begin(origin)
    isMistaken = !line.hasPrefix(":") && !session.console.offers(line)
    guard line.hasPrefix(":") else {
      return await recorded(line, origin) { await settled(nil, after: session.console.execute(line)) }
    }
    do throws(MetaCommandError) {
      let command = try MetaCommand.parse(line)
      return command.isOfHistory ? await run(command) : await recorded(line, origin) { await run(command) }
    } catch { return ["!! \(error)"] }
  }

  private func recorded(_ line: String, _ origin: Origin, _ body: @MainActor () async -> [String]) async -> [String] {
    var entry = Recording.Entry(
      line: line, origin: origin, start: session.environment.scheduler.now, callCount: session.calls.log.count,
      turn: session.calls.log.turn, isCommand: !isMistaken,
      secret: session.console.secret(in: line))
    let promises = checksPromises ? StandingPromises(session, before: line) : nil
    var output = await body()
    // Under each command: what says nothing of it is not busy any more.
    if !isOver, output.last != Mark.busy { output += session.console.busyLines }
    output += session.following.lines(session.navigator?.trace, since: entry.start)
    if !isOver, let promises { output += promises.broken(printing: output).map { "!! \($0)" } }
    guard !line.allSatisfy(\.isWhitespace) else { return output }
    session.calls.log.endPart()
    entry.settled = session.environment.scheduler.now
    entry.output = output
    history.append(entry)
    return output
  }

  /// Keeps what was printed after a line was done.
  func record(change lines: [String]) {
    guard let last = history.indices.last else { return }
    history[last].changes.append((session.environment.scheduler.now, lines))
    session.calls.log.endPart()
  }

  private func run(_ command: MetaCommand) async -> [String] {
    switch command {
    case .open(let link): await open(link)
    case .advance(let duration): await virtual(":advance") { time in await settled(.until(time.now + duration)) }
    case .run: await virtual(":run") { _ in await settled(.idle) }
    case .wait(let duration): await wait(duration)
    case .now(let text): await virtual(":now") { _ in await setNow(text) }
    case .cancel: await settled(nil, after: session.console.cancel())
    case .locale(let name): setLocale(name)
    case .screen: session.console.screen
    case .tree:
      session.navigator.map { "\($0.tree.value)".split(separator: "\n").compactMap { Printable.region(String($0)) } }
        ?? [
          "(nothing is open)"
        ]
    case .help(nil): MetaCommand.help(in: session, canGoBack: !history.isEmpty)
    case .help(let name?): MetaCommand.help(name)
    case .graph: await graph()
    case .trace(let name): trace(name)
    case .event(let name, let json): await event(name, json)
    case .calls: session.calls.log.summary(withTimes: session.isScripted)
    case .back(let count): await back(count)
    case .save(let file): await save(file)
    case .quit: await end()
    case .stub, .fail, .delay: session.set(command)
    case .promises: keepPromises()
    // Whoever compares what lines print looks at the next one.
    case .unlike: []
    case .promise(let promise): await settled(nil, after: session.promise(promise))
    }
  }

  /// Closes the app; gives what is left over, as the harness says it.
  func end() async -> [String] {
    guard !isOver else { return [] }
    isOver = true
    defer { session.end() }
    // Looked at first, for closing ends it.
    let awaited = session.isScripted ? Unfinished(session).awaited : nil
    awaitedTime = awaited?.time
    let lines = await decided() + close()
    let ended = awaited?.without(Unfinished(session)).lines("go on until it is over, or end it") ?? []
    return lines + (ended + session.leftovers).map { "!! \(Printable.line($0))" }
  }

  /// Lets time go on until each promise that is not kept has to be; gives what the harness says of that.
  private func decided() async -> [String] {
    guard session.isScripted, let end = session.promises.deadline, !isStuck else { return [] }
    return await settled(.until(end)).filter { $0.hasPrefix("!!") }
  }

  /// Closes all that is open, so that what is under way ends. What is printed by that is of no screen any more; what the
  /// harness says is.
  private func close() async -> [String] {
    session.close()
    let lines = await settled(nil).filter { $0.hasPrefix("!!") }
    if !isStuck { await Settling(session, limits).letGo() }
    return lines
  }

  /// Closes the app without waiting for what it still does, for that has no end.
  func abandon() {
    isOver = true
    session.close()
    session.end()
  }

  /// Runs all but the last `count` lines again, in a fresh session. Where time is real, nothing is asked for or stored
  /// again: what calls gave before, they give again.
  ///
  /// What the app leaves behind in the old session is a complaint at once, for nobody sees that session again. What was
  /// stubbed there and not used is none: it is either set again or taken back, too.
  private func back(_ count: Int) async -> [String] {
    guard count <= history.count else {
      let given = history.count == 1 ? "is only 1 command" : "are only \(history.count) commands"
      return mistake("there \(given) to take back")
    }
    let kept = Array(history.dropLast(count)), calls = session.calls.log.calls.prefix(history[kept.count].callCount)
    taken.formUnion(session.console.reach)
    let left = await close() + session.appLeftovers.map { "!! \(Printable.line($0))" }
    session.end()
    session = make()
    onSession?(session)
    if !session.isScripted { session.calls.log.replay(calls) }
    history = []
    for entry in kept where !isStuck { _ = await run(entry.line, number: entry.origin.line) }
    session.calls.log.endReplay()
    return left + session.console.screen
  }

  /// Writes the session as a flow. In a flow, which is a file already, nothing is written.
  private func save(_ file: String) async -> [String] {
    session.isScripted ? [] : await Recording(session: session, entries: history).save(as: file)
  }

  private func graph() async -> [String] {
    if session.navigator == nil { return ["(nothing is open)"] }
    do {
      var graph = if let screens { screens } else { try await AppGraph(of: session.app, options: session.options) }
      graph.learn(from: reach)
      return graph.text(.text).split(separator: "\n").compactMap { Printable.region(String($0)) }
    } catch { return ["!! \(ConsoleApp.unbuilt(error))"] }
  }

  private func trace(_ name: String?) -> [String] {
    guard let name else { return SessionTrace(session, typed: history).marbles.compactMap(Printable.region) }
    return session.following.toggle(name, session.navigator?.trace)
  }

  private func event(_ name: String, _ json: String) async -> [String] {
    guard let navigator = session.navigator else {
      return mistake("nothing is open that could hear '\(Printable.quote(name))'")
    }
    do throws(RouteError) { try navigator.send(named: name, json: json) } catch {
      isMistaken = error.isMistake
      return ["! \(Printable.line("\(error)"))"]
    }
    return await settled(nil)
  }

  private func open(_ link: String) async -> [String] {
    do {
      let problem = MutableProperty<RouteError?>(nil)
      let opening = try session.start().open(link).observe { event in
        if case .failed(let error) = event { problem.value = error }
      }
      return await settled(nil) {
        isMistaken = problem.value?.isMistake ?? false
        let pending = opening.isDisposed || session.isScripted ? [] : ["(opening \(Printable.line(link)) …)"]
        return (problem.value.map { ["! \(Printable.line("\($0)"))"] } ?? []) + pending
      }
    } catch { return ["!! \(ConsoleApp.unbuilt(error))"] }
  }

  private func virtual(_ name: String, _ body: @MainActor (FlowTime) async -> [String]) async -> [String] {
    guard let time = session.time else {
      return mistake("time is real here; \(name) is for flows, where it is virtual")
    }
    return await body(time)
  }

  /// Lets time go on; gives what is different after that. In a flow it is the same, in virtual time.
  private func wait(_ duration: Duration?) async -> [String] {
    let settling = Settling(session, limits)
    let items = await settling.wait(duration)
    if settling.isStuck { isStuck = true }
    return session.console.print(items)
  }

  private func keepPromises() -> [String] {
    checksPromises = true
    return StandingPromises(session, before: "").broken(printing: []).map { "!! \($0)" }
  }

  private func mistake(_ text: String) -> [String] {
    isMistaken = true
    return ["! \(text)"]
  }

  /// Runs what is due, now or as far as `move` goes; gives what it printed, below the reply to the line.
  private func settled(
    _ move: Settling.Move?, after reply: [String] = [], then lateReply: () -> [String] = { [] }
  ) async -> [String] {
    let settling = Settling(session, limits)
    let items = await settling.run(move, after: reply)
    if settling.isStuck { isStuck = true }
    return session.console.print([.reply(reply + lateReply())] + items)
  }

  private func setNow(_ text: String) async -> [String] {
    guard let date = DateText.parse(text, session.environment.calendar) else {
      return ["!! '\(Printable.quote(text))' is no date such as 2014-05-21 or 2014-05-21T12:00"]
    }
    session.setNow(date)
    return await settled(nil)
  }

  private func setLocale(_ name: String) -> [String] {
    if session.time == nil {
      return mistake("a session speaks the language that it was started in; :locale is for flows")
    }
    guard session.navigator == nil else { return ["!! :locale has to come before the first :open; move it up"] }
    session.environment.locale = Locale(identifier: name)
    session.environment.calendar.locale = session.environment.locale
    return []
  }
}

extension RouteError {
  /// Whether what was asked for does not exist, however the app is used before.
  fileprivate var isMistake: Bool {
    switch self {
    case .unknown, .invalid, .undeclared: true
    default: false
    }
  }
}
