import PlainText
public import Signals
public import VIPER

/// The stage of a terminal: shows console views and runs typed lines against the visible one.
///
/// A line prints, in this order: alerts and refusals; then, if another screen has become visible, the whole screen, otherwise
/// the regions whose content changed, in the order in which the view declares them. An emptied region prints `- `,
/// its old first line and the number of its other lines. After an alert all fields are printed again, to show that no input is
/// lost. The last line is `…` while the screen is busy.
@MainActor public final class Console: Stage {
  /// The command that every screen has besides its own.
  static let helpName = "help"

  private weak var navigator: Navigator?
  /// The views in focus, the topmost node of the path, and the written path: they change only with the tree.
  private var visibleViews: [ConsoleView] = []
  private var topmost: NavigationTree.Node?
  /// The commands of these views, once they are asked for; nil for views that change without a notification.
  private var keptCommands: VisibleCommands?
  /// The controls of these views and their lines, until one changes; nil for views that change without a notification.
  private var keptRegions: (controls: [Control], lines: [[String]])?
  package private(set) var path = ""
  /// The open screens, with their routes.
  private var shown: [NavigationTree.Node.ID: (view: ConsoleView, route: String)] = [:]
  private var printed = PrintedScreen()
  private var alerts: [String] = []
  /// The console's own messages. A ``Session`` chooses them by the locale of its environment; an app may replace them.
  public var texts = ConsoleTexts.english {
    didSet { keptCommands = nil }
  }
  /// The screens and commands reached so far.
  private(set) var reach = Reach()
  /// The names of the secret fields on all screens shown so far.
  private var secrets: Set<String> = []
  /// The number of lines that were mistakes on their screen.
  private(set) var mistakes = 0
  /// The number of refused lines, mistakes included.
  package private(set) var refusals = 0
  /// The app's mistakes in screens that could not be shown.
  private(set) var faults: [String] = []
  /// Whether `reach` contains the events of all open screens.
  private var hasReachedEvents = true

  /// Whether views that this console reads are moving: those of a UI framework take their own time, even without animations.
  package var isMoving: @MainActor () -> Bool = { false }
  /// Called when the screen has changes that are not printed yet.
  package var onChange: (() -> Void)?
  /// The number of changes, and the number at the last `takeChange()`.
  private(set) var activity = 0
  private var seenActivity = -1

  /// A stage whose transitions take no time.
  public init() {}

  /// Holds the navigator weakly.
  public func attach(to navigator: Navigator) { self.navigator = navigator }

  /// Shows a transition. Fails if a new screen has no ``ConsoleView``, or if controls have unusable or equal names.
  public func perform(
    _ transition: NavigationTree.Transition, view: (NavigationTree.Node.ID) -> AnyObject?
  ) -> Signal<Never, RouteError> {
    var views: [(view: ConsoleView, node: NavigationTree.Node)] = []
    for node in transition.opened {
      let route = node.destination.route, object = view(node.id)
      guard let view = object as? ConsoleView else {
        let given = object.map { "a \(type(of: $0))" } ?? "no view"
        return fault("\(route) has \(given), and a console shows a ConsoleView")
      }
      views.append((view, node))
    }
    let focused = transition.after.focus.compactMap { id in views.first { $0.node.id == id }?.view ?? shown[id]?.view }
    if !views.isEmpty, let problem = ControlNames.problem(in: focused.flatMap(\.commands)) {
      return fault("\(transition.after.path.last?.destination.route ?? ""): \(problem)")
    }
    for (view, node) in views { show(view, node) }
    for node in transition.closed { alerts += shown.removeValue(forKey: node.id)?.view.takeAlerts() ?? [] }
    see(transition.after)
    reach.add(transition)
    changed()
    return .empty
  }

  private func fault(_ problem: String) -> Signal<Never, RouteError> {
    faults.append(problem)
    return .fail(.invalid(RouteError.Reason(problem)))
  }

  private func see(_ tree: NavigationTree) {
    let nodes = tree.path
    (keptCommands, keptRegions) = (nil, nil)
    visibleViews = tree.focus.compactMap { shown[$0]?.view }
    topmost = nodes.last
    path = nodes.map { PromptName.written($0.destination.route) }.joined(separator: "/")
  }

  private func changed() {
    activity += 1
    keptRegions = nil
    onChange?()
  }

  /// Releases all views at the end of the session.
  func clear() {
    shown = [:]
    alerts = []
    see(NavigationTree())
  }

  private func show(_ view: ConsoleView, _ node: NavigationTree.Node) {
    // The screen at this moment: its module already has its input.
    navigator?.trace.record(
      .focus, module: node.name, name: "shown",
      Columns.cut(view.regions.flatMap { $0 }.joined(separator: " / "), to: 200))
    let route = node.destination.route
    shown[node.id] = (view, route)
    view.onChange = { [weak self] in self?.changed() }
    reach.add([route: Reach.Offer(commands: view.commands.map(\.offered))])
    secrets.formUnion(view.commands.filter(\.isSecret).map(\.name))
    hasReachedEvents = false
  }

  /// The visible screen as a path: `todo/add> `.
  public var prompt: String { path + "> " }

  /// Whether the visible screen has the command of a line.
  package func offers(_ line: String) -> Bool {
    let name = TypedLine(line).name
    return name.isEmpty || name == Self.helpName || visibleCommands[name] != nil
  }

  /// All lines of the visible screen.
  public var screen: [String] { lines() + busyLines }

  /// The lines that an exploration compares, and whether it leaves out a control.
  package var comparedScreen: [String] { lines { !$0.isIgnored } + busyLines }
  package var hasIgnored: Bool { regions.controls.contains { $0.isIgnored } }
  package var titles: [String] { lines(of: \.isTitle) }
  package var live: [String] { lines(of: \.isLive) + busyLines }
  package var inputs: [String] { lines(of: \.isInput) }

  private func lines(of isShown: (Control) -> Bool = { _ in true }) -> [String] {
    zip(regions.controls, regions.lines).flatMap { isShown($0) ? $1 : [] }
  }

  /// Reads the lines again: the texts of an app may depend on what no control observes, such as the time.
  func forgetLines() { keptRegions = nil }

  /// The controls of the visible screen and the present lines of each, kept until one changes.
  private var regions: (controls: [Control], lines: [[String]]) {
    if let keptRegions { return keptRegions }
    let controls = visibleViews.flatMap(\.controls), regions = (controls, controls.map(\.lines))
    if !visibleViews.contains(where: \.isRead) { keptRegions = regions }
    return regions
  }

  package var busyLines: [String] { visibleViews.contains(where: \.showsBusy) ? [Mark.busy] : [] }
  package var offered: [OfferedCommand] { visibleCommands.offered }
  package var enabled: [String] { visibleCommands.enabled }

  /// The commands and events of each open screen, by route.
  var offers: [String: Reach.Offer] {
    shown.reduce(into: [:]) { offers, screen in
      let (view, route) = screen.value, events = navigator?.events(heardBy: screen.key) ?? []
      offers[route] = Reach.Offer(commands: view.commands.map(\.offered), events: events)
    }
  }

  /// The present screen, for promises; nil while nothing is open.
  ///
  /// - Parameter readsTexts: whether a promise reads a row or a field.
  func screenState(after reply: [String], readsTexts: Bool) -> ScreenState? {
    if shown.isEmpty { return nil }
    return ScreenState(
      path: path,
      shown: reply + alerts + shown.values.flatMap(\.view.alerts) + lines(),
      offered: offered.map(\.name), enabled: enabled, isBusy: !busyLines.isEmpty,
      open: shown.values.map { PromptName.written($0.route) },
      rows: readsTexts ? visibleViews.flatMap(\.controls).compactMap(\.rows).first?() ?? [] : [],
      fields: readsTexts ? inputs : [])
  }

  private var visibleCommands: VisibleCommands {
    if let keptCommands { return keptCommands }
    let commands = VisibleCommands(
      commands: visibleViews.flatMap(\.commands), screen: topmost?.destination.route, texts: texts, secrets: secrets)
    if !visibleViews.contains(where: \.isRead) { keptCommands = commands }
    return commands
  }

  var topmostID: NavigationTree.Node.ID? { topmost?.id }

  /// The texts of the rows of each visible list, with the names of the commands for a row.
  package var lists: [(commands: [String], rows: [String])] {
    visibleViews.flatMap(\.controls).compactMap { control in
      guard let rows = control.rows?(), !rows.isEmpty else { return nil }
      return (control.commands.map(\.name), rows)
    }
  }

  var unexplained: [String] { visibleCommands.unexplained }

  /// A complaint if the shown screens differ from those of a tree; nil if they are the same.
  func difference(from tree: NavigationTree) -> String? {
    let open = tree.path.map { PromptName.written($0.destination.route) }.joined(separator: "/")
    if open != path { return "the screen '\(open)' is open, and the console shows '\(path)'" }
    let missing = tree.focus.filter { shown[$0] == nil }
    return missing.isEmpty ? nil : "\(missing.count) of \(tree.focus.count) visible screens are not shown"
  }

  /// Runs a line; returns its reply, alerts, and the regions that changed, or the whole screen if another one is visible.
  public func run(_ line: String) -> [String] {
    let reply = execute(line)
    return print([.reply(reply)] + takeChange()) + busyLines
  }

  /// Runs a line; returns the reply. ``takeChange()`` has the changes of the screen.
  func execute(_ line: String) -> [String] {
    let line = TypedLine(line), commands = visibleCommands
    guard !line.name.isEmpty else { return [] }
    if line.name == Self.helpName {
      if line.word.isEmpty { return commands.help }
      guard let command = commands[line.word] else { return mistake(commands.unknown(line.word)) }
      return commands.help(on: command).map(Printable.line)
    }
    guard let command = commands[line.name] else { return mistake(commands.unknown(line.name)) }
    let argument = command.argument == .text ? line.argument : line.word
    if command.argument == .nothing, !argument.isEmpty {
      return mistake("! " + texts.leftOver(line.name, Printable.quote(argument)))
    }
    // Determined before the command runs, which may open another screen.
    let owner = owner(of: command)
    if let obstacle = command.obstacle(texts) {
      refusals += 1
      return [Printable.line("! \(obstacle)")]
    }
    if let problem = command.run(argument, texts) { return mistake(Printable.line("! \(problem)")) }
    // A refused command does not count as reached.
    if let owner { reach.typed.insert(Reach.Command(command.offered, on: owner)) }
    return []
  }

  private func mistake(_ line: String) -> [String] {
    mistakes += 1
    refusals += 1
    return [line]
  }

  /// The route of the screen in focus that has the command: an embedded one, or the host of a tab.
  private func owner(of command: ConsoleCommand) -> String? {
    let view = visibleViews.first { view in view.commands.contains { $0.name == command.name } }
    return view.flatMap { view in shown.values.first { $0.view === view }?.route }
  }

  /// Takes the alerts and the changes of the screen since the last time; empty if there are none.
  func takeChange() -> [PrintedScreen.Item] {
    // Time may move in thousands of steps that change nothing.
    guard activity != seenActivity || visibleViews.contains(where: \.isRead) else { return [] }
    seenActivity = activity
    let newAlerts = alerts + shown.sorted { $0.key < $1.key }.flatMap { $0.value.view.takeAlerts() }
    let regions = regions
    alerts = []
    if !hasReachedEvents {
      reach.add(offers.mapValues { Reach.Offer(events: $0.events) })
      hasReachedEvents = true
    }
    let change = printed.take(
      PrintedScreen.Shown(
        node: topmost?.id, path: path, regions: regions.lines, inputs: regions.controls.map(\.isInput)),
      alerts: newAlerts)
    return change.isEmpty ? [] : [.change(change)]
  }

  func print(_ items: [PrintedScreen.Item]) -> [String] { printed.print(items) }

  package func takeChanges() -> [String] { print(takeChange()) }

  /// Whether a line leaves the session, as `:quit` does.
  package func isWayOut(_ line: String) -> Bool {
    let typed = TypedLine(line)
    // To find the commands of a view takes time.
    return VisibleCommands.waysOut.contains(typed.name) && visibleCommands.isWayOut(typed)
  }

  /// A line without secrets, complete or while it is typed.
  package func echo(_ line: String, whileTyped: Bool = false) -> String {
    visibleCommands.echo(line, whileTyped: whileTyped)
  }

  /// The name of the secret field that a line sets; nil if it sets none.
  package func secret(in line: String) -> String? { visibleCommands.secret(in: line) }

  /// Cancels the work of the visible screen; returns a line that says whether there was any.
  func cancel() -> [String] {
    let cancelled = visibleViews.map { $0.cancel() }.contains(true)
    if !cancelled { refusals += 1 }
    return ["(\(cancelled ? texts.cancelled : texts.nothingToCancel))"]
  }

  package var isBusy: Bool { visibleViews.contains(where: \.isBusy) }

  /// The commands of the visible screen, one a line.
  public func help() -> [String] { visibleCommands.help }

  /// The names of commands, or words of rows, that can follow the last blank of a line.
  public func completions(of line: String) -> [String] { visibleCommands.completions(of: line) }

  /// The commands of opened screens that never ran, sorted: `list open`. A refused command did not run.
  public var unused: [String] {
    reach.offered.subtracting(reach.typed).map { "\($0.screen) \($0.name)" }.sorted()
  }
}
