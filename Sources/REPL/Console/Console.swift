import Signals
import VIPER

/// The stage of a terminal: shows console views and runs typed lines against the visible one.
///
/// What a line prints, in this order: what was said (an alert, a refusal); then, if another screen has become visible, the
/// whole of it, otherwise the regions whose content changed, in the order the view declares them. One that has become empty
/// prints `- ` and what stood there. After an alert the fields are printed again, changed or not: what was typed is still
/// there. The last line is `…` while the screen is busy.
@MainActor public final class Console: Stage {
  /// What every screen offers beside its own commands.
  static let helpName = "help"

  private weak var navigator: Navigator?
  private let delay: (Duration, any Scheduler)?
  /// The screens in focus, the topmost of the path, and the path as it is written: they change only with the tree.
  private var visibleViews: [ConsoleView] = []
  private var topmost: NavigationTree.Node?
  private var path = ""
  /// What is open, with its route.
  private var shown: [NavigationTree.Node.ID: (view: ConsoleView, route: String)] = [:]
  private var printed = PrintedScreen()
  private var said: [String] = []
  /// What it says by itself. A ``Session``'s is in the language of its environment's locale; an app that has
  /// chosen that may replace it.
  public var texts = ConsoleTexts.english
  /// What was opened and typed so far.
  private(set) var reach = Reach()
  /// The names of the secret fields that screens had so far.
  private var secrets: Set<String> = []
  /// How many lines meant nothing on the screen where they were typed.
  private(set) var mistakes = 0
  /// How many lines it did not take, for whatever reason.
  private(set) var refusals = 0
  /// What is wrong with the screens that were to be shown: each a mistake of the app, and the screen stays closed.
  private(set) var faults: [String] = []
  /// Whether what the open screens listen to is part of that.
  private var isHeard = true

  /// Called when something changed that no command printed yet.
  var onChange: (() -> Void)?
  /// How often something changed, and how often it had when that was looked at last.
  private(set) var activity = 0
  private var seenActivity = -1

  /// A stage whose transitions are shown at once.
  public init() { delay = nil }

  /// A stage whose transitions take time.
  public init(delay: Duration, on scheduler: any Scheduler) { self.delay = (delay, scheduler) }

  /// Keeps the navigator, weakly.
  public func attach(to navigator: Navigator) { self.navigator = navigator }

  /// Shows a step; fails where a screen cannot be shown or typed at: it has no ``ConsoleView``, or its controls have names
  /// that are not clear.
  public func perform(
    _ transition: Transition, view: (NavigationTree.Node.ID) -> AnyObject?
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
    show(transition, views)
    guard let (duration, scheduler) = delay else { return .empty }
    return Signal<Never, RouteError>.empty.delay(duration, on: scheduler)
  }

  private func fault(_ problem: String) -> Signal<Never, RouteError> {
    faults.append(problem)
    return .fail(.invalid(problem))
  }

  private func show(_ transition: Transition, _ views: [(view: ConsoleView, node: NavigationTree.Node)]) {
    for (view, node) in views { show(view, node) }
    for node in transition.closed { said += shown.removeValue(forKey: node.id)?.view.takeSaid() ?? [] }
    see(transition.after)
    reach.add(transition)
    changed()
  }

  private func see(_ tree: NavigationTree) {
    let nodes = tree.path
    visibleViews = tree.focus.compactMap { shown[$0]?.view }
    topmost = nodes.last
    path = nodes.map { PromptName.written($0.destination.route) }.joined(separator: "/")
  }

  private func changed() {
    activity += 1
    onChange?()
  }

  /// Lets go of every view: the session is over.
  func clear() {
    shown = [:]
    said = []
    see(NavigationTree())
  }

  private func show(_ view: ConsoleView, _ node: NavigationTree.Node) {
    // As it is in this moment: what a module was given was there before it is shown.
    navigator?.trace.record(
      .focus, module: node.name, name: "shown",
      Columns.cut(view.regions.flatMap { $0 }.joined(separator: " / "), to: 200))
    let route = node.destination.route
    shown[node.id] = (view, route)
    view.onChange = { [weak self] in self?.changed() }
    reach.offer(route, commands: view.commands.map(\.offered))
    secrets.formUnion(view.commands.filter(\.isSecret).map(\.name))
    isHeard = false
  }

  /// The visible screen as a path: `todo/add> `.
  public var prompt: String { path + "> " }

  /// Whether the visible screen has the command that a line names.
  func offers(_ line: String) -> Bool {
    let name = TypedLine(line).name
    return name.isEmpty || name == "help" || visibleCommands[name] != nil
  }

  /// Everything the visible view shows.
  public var screen: [String] { visibleViews.flatMap { $0.regions.flatMap { $0 } } + busyLines }

  /// What of that tells of something that is going on.
  var live: [String] { visibleViews.flatMap(\.live) + busyLines }

  /// The last line of a busy screen.
  var busyLines: [String] { visibleViews.contains(where: \.showsBusy) ? [Mark.busy] : [] }

  /// What may be typed on the visible screen.
  var offered: [OfferedCommand] { visibleCommands.offered }

  /// What each open screen offers by itself, by its route.
  var offeredByRoute: [String: [OfferedCommand]] {
    shown.values.reduce(into: [:]) { $0[$1.route] = $1.view.commands.map(\.offered) }
  }

  /// The screen as it is, for promises; nil while nothing is open.
  ///
  /// - Parameter reply: what the line that ran was answered.
  func picture(after reply: [String]) -> Picture? {
    if shown.isEmpty { return nil }
    return Picture(
      path: path,
      shown: reply + self.said + self.shown.values.flatMap(\.view.said)
        + self.visibleViews.flatMap { $0.regions.flatMap { $0 } },
      offered: self.visibleCommands.offered.map(\.name), isBusy: self.visibleViews.contains(where: \.showsBusy),
      open: self.shown.values.map { PromptName.written($0.route) })
  }

  /// The names of the events that each open screen listens to, by its route.
  var events: [String: [String]] {
    shown.reduce(into: [:]) { $0[$1.value.route] = navigator?.events(heardBy: $1.key) }
  }

  private var visibleCommands: VisibleCommands {
    VisibleCommands(of: visibleViews, on: topmost?.destination.route, texts, secrets: secrets)
  }

  /// The topmost screen that is shown.
  var topmostID: NavigationTree.Node.ID? { topmost?.id }

  /// The commands of the visible screen that are disabled and do not say why.
  var unexplained: [String] { visibleCommands.unexplained }

  /// In what the screens that are shown differ from those that a tree has open.
  func difference(from tree: NavigationTree) -> String? {
    let open = tree.path.map { PromptName.written($0.destination.route) }.joined(separator: "/")
    if open != path { return "the tree has '\(open)' open, and the stage shows '\(path)'" }
    let missing = tree.focus.filter { shown[$0] == nil }
    return missing.isEmpty ? nil : "of what is in focus, \(missing.count) of \(tree.focus.count) modules are not shown"
  }

  /// What holds something that the user typed, as it is printed.
  var inputs: [String] {
    visibleViews.flatMap { view in
      view.controls.filter(\.isInput).flatMap { $0.region().compactMap(Printable.region) }
    }
  }

  /// Runs a line; gives what was said, and the regions that changed, or the whole screen if it is another one.
  public func run(_ line: String) -> [String] {
    let reply = execute(line)
    return print([.reply(reply)] + takeChange()) + busyLines
  }

  /// Runs a line; gives what is said to it. What it changes is in ``takeChange()``.
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
    // Looked up before it runs: it may lead to another screen.
    let owner = owner(of: command), reply = command.run(argument, texts)
    // What is refused has not been reached.
    if let owner, case .done = reply { reach.typed.insert(Reach.Command(command.offered, on: owner)) }
    if case .mistake = reply { mistakes += 1 }
    if reply.line != nil { refusals += 1 }
    return reply.line.map { [Printable.line($0)] } ?? []
  }

  private func mistake(_ line: String) -> [String] {
    mistakes += 1
    refusals += 1
    return [line]
  }

  /// Of the screens in focus, the one that has the command: an embedded one, or the host of a tab.
  private func owner(of command: ConsoleCommand) -> String? {
    let view = visibleViews.first { view in view.commands.contains { $0.name == command.name } }
    return view.flatMap { view in shown.values.first { $0.view === view }?.route }
  }

  /// Takes what was said since the last time, and what changed on the screen, if there is something.
  func takeChange() -> [PrintedScreen.Item] {
    // Time may move in thousands of steps that change nothing.
    guard activity != seenActivity else { return [] }
    seenActivity = activity
    let alerts = said + shown.sorted { $0.key < $1.key }.flatMap { $0.value.view.takeSaid() }
    let views = visibleViews
    said = []
    if !isHeard {
      for (route, names) in events { reach.offer(route, events: names) }
      isHeard = true
    }
    let change = printed.take(
      PrintedScreen.Shown(
        node: topmost?.id, path: path, regions: views.flatMap(\.regions),
        inputs: views.flatMap { $0.controls.map(\.isInput) }),
      said: alerts)
    return change.isEmpty ? [] : [.change(change)]
  }

  /// Prints what was taken since the last time, without the mark that the screen is busy.
  func print(_ items: [PrintedScreen.Item]) -> [String] { printed.print(items) }

  /// Takes and prints what was said since the last time, and what changed on the screen.
  func takeChanges() -> [String] { print(takeChange()) }

  /// A line as it may be shown: without what may be a secret; or as far as it is typed.
  func echo(_ line: String, whileTyped: Bool = false) -> String { visibleCommands.echo(line, whileTyped: whileTyped) }

  /// The secret field that a line sets.
  func secret(in line: String) -> String? { visibleCommands.secret(in: line) }

  /// Ends what the visible screen has begun, and says whether there was anything.
  func cancel() -> [String] {
    let cancelled = visibleViews.map { $0.cancel() }.contains(true)
    return ["(\(cancelled ? texts.cancelled : texts.nothingToCancel))"]
  }

  /// Whether the visible screen has begun something that is not over.
  var isBusy: Bool { visibleViews.contains(where: \.isBusy) }

  /// The commands of the visible screen, one a line.
  public func help() -> [String] { visibleCommands.help }

  /// What a line may go on with: commands whose names begin as it does.
  public func completions(of line: String) -> [String] { visibleCommands.completions(of: line) }

  /// Commands declared by screens that were open, and never run; what was refused was not run.
  public var unused: [String] {
    reach.offered.subtracting(reach.typed).map { "\($0.screen) \($0.name)" }.sorted()
  }
}
