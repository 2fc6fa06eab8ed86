import PlainText
import VIPER

/// The screens of an app. It opens each screen once, by its path or another link, in a separate session.
@MainActor package struct ScreenCatalog {
  private let app: ConsoleApp
  private let except: [String: String]

  /// - Parameter except: lines that must not run, such as `:open /todo`, with the reason.
  package init(_ app: ConsoleApp, except: [String: String] = [:]) {
    self.app = app
    self.except = except
  }

  /// The screens of the app.
  ///
  /// - Parameters:
  ///   - opens: whether each is opened once, in a session of its own, for its commands and events.
  ///   - progress: called with each `:open` line before it runs, and with nil while it takes its time.
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
        let (offers, refusal) = await open("/\(path)", &faults, progress)
        screens[index].commands = offers[name]?.commands
        screens[index].events = offers[name]?.events ?? []
        screens[index].refusal = offers[name] == nil ? screens[index].refusal ?? refusal : nil
      }
    }
    return AppGraph(screens: screens, faults: faults)
  }

  /// Opens a link such as `/todo/add`; returns the offers of the open screens, by route, and the reason why it did not open.
  ///
  /// - Parameter faults: gets the app's mistakes in screens that could not be shown.
  private func open(
    _ link: String, _ faults: inout [String], _ progress: @escaping LineProgress
  ) async -> (offers: [String: Reach.Offer], refusal: String?) {
    let line = ":open \(link)"
    if let reason = except[line] { return ([:], reason) }
    progress(Origin(text: line))
    var limits = Settling.Limits()
    limits.onProgress = { progress(nil) }
    let runner = LineRunner(limits: limits) { [app] in Session(scripted: app) }
    let output = await runner.run(line).output, console = runner.session.console
    defer { runner.abandon() }
    faults += console.faults.filter { !faults.contains($0) }
    return (console.offers, output.first.flatMap { $0.hasPrefix("! ") ? String($0.dropFirst(2)) : nil })
  }

  /// The app's mistake if no module has the screen that a session opens.
  private func homeFault(_ links: Links) -> String? {
    do throws(RouteError) { _ = try links.parse(app.home) } catch {
      if case .unknown = error { return "the home '\(Printable.quote(app.home))' cannot be opened: \(error)" }
    }
    return nil
  }
}
