/// What screens offer to be typed, and listen to: each is opened once, by its path or another link, in a session of its own.
@MainActor final class ScreenCatalog {
  /// What came of opening a link.
  struct Visit {
    /// The prompt there: `todo/add> `.
    let prompt: String
    /// What may be typed there.
    let commands: [OfferedCommand]
    /// What each screen that is open offers by itself, by its route.
    let screens: [String: [OfferedCommand]]
    /// The names of the events each of them listens to.
    let events: [String: [String]]
    /// Why it did not open.
    let refusal: String?
    /// What is wrong with the screens that were to be shown.
    let faults: [String]
    /// Whether it cannot open, however the app is used before.
    let isMistaken: Bool
    /// The names of the calls that the app announces, and of those that it made.
    let calls: Set<String>
  }
  private let app: ConsoleApp
  private let options: [String: String]
  private let except: [String: String]
  private var known: [String: Visit] = [:]

  /// - Parameter except: lines that are not run, and why: such as `:open /todo`.
  init(_ app: ConsoleApp, options: [String: String], except: [String: String] = [:]) {
    self.app = app
    self.options = options
    self.except = except
  }

  /// What the screen at a path such as `todo/add` offers; nil if neither that nor one of the links leads there.
  ///
  /// - Parameter progress: called as in ``visit(_:progress:)``.
  func commands(
    on path: String, or links: [String] = [], progress: @escaping FlowRunner.Progress = { _ in }
  ) async -> [OfferedCommand]? {
    for link in ["/\(path)"] + links {
      let visit = await visit(link, progress: progress)
      if visit.prompt == "\(path)> " { return visit.commands }
    }
    return nil
  }

  /// Opens a link such as `/todo/add`.
  ///
  /// - Parameter progress: called with the line that opens it before that runs, and with nil while it goes on.
  func visit(_ link: String, progress: @escaping FlowRunner.Progress = { _ in }) async -> Visit {
    if let known = known[link] { return known }
    let line = ":open \(link)"
    if let reason = except[line] {
      return Visit(
        prompt: "> ", commands: [], screens: [:], events: [:], refusal: reason, faults: [], isMistaken: false, calls: []
      )
    }
    progress(Origin(text: line))
    var limits = Settling.Limits()
    limits.goesOn = { progress(nil) }
    let runner = LineRunner(limits: limits) { [app, options] in Session(scripted: app, options: options) }
    let output = await runner.run(line), console = runner.session.console
    let refusal = output.first.flatMap { $0.hasPrefix("! ") ? String($0.dropFirst(2)) : nil }
    let visit = Visit(
      prompt: runner.prompt, commands: console.offered, screens: console.offeredByRoute, events: console.events,
      refusal: refusal, faults: console.faults, isMistaken: runner.isMistaken,
      calls: runner.session.calls.log.names)
    runner.abandon()
    known[link] = visit
    return visit
  }
}
