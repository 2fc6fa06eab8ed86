import PlainText
import VIPER

/// The commands and events of screens. It opens each screen once, by its path or another link, in a separate session.
@MainActor package final class ScreenCatalog {
  /// The result of opening a link.
  package struct Visit {
    /// The commands of each open screen, by route.
    package var screens: [String: [OfferedCommand]] = [:]
    /// The names of the events that each open screen listens to, by route.
    package var events: [String: [String]] = [:]
    /// The reason why it did not open.
    let refusal: String?
    /// The app's mistakes in screens that could not be shown.
    package var faults: [String] = []
  }
  private let app: ConsoleApp
  private let except: [String: String]
  private var known: [String: Visit] = [:]

  /// - Parameter except: lines that must not run, such as `:open /todo`, with the reason.
  package init(_ app: ConsoleApp, except: [String: String] = [:]) {
    self.app = app
    self.except = except
  }

  /// Opens a link such as `/todo/add`.
  ///
  /// - Parameter progress: called with the `:open` line before it runs, and with nil while it takes its time.
  func visit(_ link: String, progress: @escaping LineProgress = { _ in }) async -> Visit {
    if let known = known[link] { return known }
    let line = ":open \(link)"
    if let reason = except[line] { return Visit(refusal: reason) }
    progress(Origin(text: line))
    var limits = Settling.Limits()
    limits.onProgress = { progress(nil) }
    let runner = LineRunner(limits: limits) { [app] in Session(scripted: app) }
    let output = await runner.run(line).output, console = runner.session.console
    let refusal = output.first.flatMap { $0.hasPrefix("! ") ? String($0.dropFirst(2)) : nil }
    let visit = Visit(
      screens: console.offeredByRoute, events: console.events, refusal: refusal, faults: console.faults)
    runner.abandon()
    known[link] = visit
    return visit
  }

  /// The screens of the app.
  ///
  /// - Parameters:
  ///   - opens: whether each is opened once, in a session of its own, for its commands and events.
  ///   - progress: called as in ``visit(_:progress:)``.
  package func graph(opens: Bool = true, progress: @escaping LineProgress = { _ in }) async throws -> AppGraph {
    let session = Session(scripted: app), navigator = try session.start()
    defer { session.end() }
    var screens = navigator.routes.map { AppGraph.Screen(name: $0.name, opens: $0.opens) }
    var faults = [homeFault(navigator.links)].compactMap(\.self)
    for index in screens.indices where opens {
      let name = screens[index].name
      // A screen alone, and on top of each that opens it.
      let paths = [name] + screens.filter { $0.opens.contains(name) && $0.name != name }.map { "\($0.name)/\(name)" }
      for path in paths where screens[index].commands == nil {
        // A screen may open others at once, as tabs do.
        let visit = await visit("/\(path)", progress: progress)
        faults += visit.faults.filter { !faults.contains($0) }
        screens[index].commands = visit.screens[name]
        screens[index].events = visit.events[name] ?? []
        screens[index].refusal = screens[index].commands == nil ? screens[index].refusal ?? visit.refusal : nil
      }
    }
    return AppGraph(screens: screens, faults: faults)
  }

  /// The app's mistake if no module has the screen that a session opens.
  private func homeFault(_ links: Links) -> String? {
    do throws(RouteError) { _ = try links.parse(app.home) } catch {
      if case .unknown = error { return "the home '\(Printable.quote(app.home))' cannot be opened: \(error)" }
    }
    return nil
  }
}
