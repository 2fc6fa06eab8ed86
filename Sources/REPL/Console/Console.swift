import Signals
import VIPER

/// The stage of a terminal: shows console views and runs typed lines against the visible one.
///
/// What a line prints, in this order: what was said (an alert, a refusal); then, if another screen has become visible, the
/// whole of it, otherwise the regions whose content changed, in the order the view declares them. After an alert the
/// fields are printed again, changed or not: what was typed is still there.
@MainActor public final class Console: Stage {
  private weak var navigator: Navigator?
  private let delay: (Duration, any Scheduler)?
  private var tree = NavigationTree()
  private var shown: [Int: ConsoleView] = [:]
  private var routes: [Int: String] = [:]
  /// The visible screen and its regions as they were printed last.
  private var printed: (id: Int?, regions: [[String]]) = (nil, [])
  private var said: [String] = []
  /// What it says by itself. A ``Session``'s is in the language of its environment's locale; an app that has
  /// chosen that may replace it.
  public var texts = ConsoleTexts.english
  /// What was opened and typed so far.
  private(set) var reach = Reach()
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

  /// Shows a step; fails if a view that opens is no ``ConsoleView``.
  public func perform(
    _ transition: Transition, view: (NavigationTree.Node.ID) -> AnyObject?
  ) -> Signal<Never, RouteError> {
    var views: [(view: ConsoleView, node: NavigationTree.Node)] = []
    for node in transition.opened {
      guard let object = view(node.id) else { continue }
      guard let view = object as? ConsoleView else {
        let route = node.destination.route
        return .fail(
          .invalid("\(route) has a \(type(of: object)), and a console shows a ConsoleView"))
      }
      views.append((view, node))
    }
    show(transition, views)
    guard let (duration, scheduler) = delay else { return .empty }
    return Signal<Never, RouteError>.empty.delay(duration, on: scheduler)
  }

  private func show(_ transition: Transition, _ views: [(view: ConsoleView, node: NavigationTree.Node)]) {
    for (view, node) in views { show(view, node) }
    for node in transition.closed { said += shown.removeValue(forKey: node.id)?.takeSaid() ?? [] }
    for node in transition.closed { routes[node.id] = nil }
    tree = transition.after
    reach.add(transition)
    changed()
  }

  private func changed() {
    activity += 1
    onChange?()
  }

  /// Lets go of every view: the session is over.
  func clear() {
    shown = [:]
    said = []
    tree = NavigationTree()
  }

  private func show(_ view: ConsoleView, _ node: NavigationTree.Node) {
    // As it is in this moment: what a module was given was there before it is shown.
    navigator?.trace.record(
      .focus, module: node.name, name: "shown",
      Columns.cut(view.regions.flatMap { $0 }.joined(separator: " / "), to: 200))
    shown[node.id] = view
    routes[node.id] = node.destination.route
    view.onChange = { [weak self] in self?.changed() }
    let route = node.destination.route
    reach.offer(route, commands: view.commands.map(\.offered))
    isHeard = false
  }

  /// The visible screen as a path: `todo/add> `.
  public var prompt: String { tree.path.map(\.destination.route).joined(separator: "/") + "> " }

  /// Everything the visible view shows.
  public var screen: [String] { visibleViews.flatMap { $0.regions.flatMap { $0 } } }

  /// What of that tells of something that is going on.
  var live: [String] { visibleViews.flatMap(\.live) }

  /// What the visible screen offers.
  var declaration: ConsoleView.Declaration { ConsoleView.Declaration(of: visibleViews) }

  /// What each open screen offers by itself, by its route.
  var declarations: [String: ConsoleView.Declaration] {
    shown.reduce(into: [:]) { all, entry in
      if let route = routes[entry.key] { all[route] = ConsoleView.Declaration(of: [entry.value]) }
    }
  }

  /// The names of the events that each open screen listens to, by its route.
  var events: [String: [String]] {
    routes.reduce(into: [:]) { $0[$1.value] = navigator?.events(heardBy: $1.key) }
  }

  private var visibleViews: [ConsoleView] { tree.focus.compactMap { shown[$0] } }

  /// Runs a line; gives what was said, and the regions that changed, or the whole screen if it is another one.
  public func run(_ line: String) -> [String] {
    let reply = execute(line)
    return reply + changes()
  }

  /// Runs a line; gives what is said to it. What it changes is in ``changes()``.
  func execute(_ line: String) -> [String] {
    let (name, argument) = Self.split(line)
    guard !name.isEmpty else { return [] }
    if name == "help" { return help() }
    guard let command = command(name) else { return [unknown(name)] }
    if command.argument == .nothing, !argument.isEmpty {
      return ["! " + texts.leftOver(name, Printable.quote(argument))]
    }
    // Looked up before it runs: it may lead to another screen.
    let typed = typed(command), reply = command.run(argument, texts).map(Printable.line)
    // What is refused has not been reached.
    if let typed, !(reply.first ?? "").hasPrefix("! ") { reach.typed.insert(typed) }
    return reply
  }

  /// A line as it may be shown: without what is typed into a secret field. Where there is one, a line that is no command
  /// may be a secret behind a mistyped name: of such a line only a name that nearly is one of the screen's is shown.
  func echo(_ line: String) -> String {
    guard visibleViews.flatMap(\.commands).contains(where: \.isSecret) else { return line }
    let (name, argument) = Self.split(line)
    if name == "help" || name.isEmpty { return line }
    if line.hasPrefix(":"), MetaCommand.usages[String(name.dropFirst())] != nil { return line }
    if let command = command(name) { return command.isSecret && !argument.isEmpty ? "\(name) ***" : line }
    return nearest(to: name) == nil ? "***" : argument.isEmpty ? name : "\(name) ***"
  }

  /// Ends what the visible screen has begun, and says whether there was anything.
  func cancel() -> [String] {
    let cancelled = visibleViews.map { $0.cancel() }.contains(true)
    return ["(\(cancelled ? texts.cancelled : texts.nothingToCancel))"]
  }

  /// Whether the visible screen has begun something that is not over.
  var isBusy: Bool { visibleViews.contains(where: \.isBusy) }

  private func command(_ name: String) -> ConsoleCommand? {
    visibleViews.flatMap(\.commands).first { $0.name == name }
  }

  /// What was said since the last time, and what changed on the screen.
  func changes() -> [String] {
    // Time may move in thousands of steps that change nothing.
    guard activity != seenActivity else { return [] }
    seenActivity = activity
    let views = visibleViews
    let regions = views.flatMap(\.regions)
    let inputs = views.flatMap { $0.controls.map(\.isInput) }
    let isOther = printed.id != tree.path.last?.id || printed.regions.count != regions.count
    let alerts = said + shown.sorted { $0.key < $1.key }.flatMap { $0.value.takeSaid() }
    let changed = regions.indices.filter { index in
      isOther || regions[index] != printed.regions[index] || !alerts.isEmpty && inputs[index]
    }
    printed = (tree.path.last?.id, regions)
    said = []
    if !isHeard {
      for (route, names) in events { reach.offer(route, events: names) }
      isHeard = true
    }
    return alerts + changed.flatMap { regions[$0] }
  }

  /// The commands of the visible screen, one a line.
  public func help() -> [String] {
    let usages = visibleViews.flatMap { $0.commands.map { $0.offered.usage(in: texts) } }
    return usages.isEmpty ? ["(\(texts.noCommands))"] : usages
  }

  /// What a line may go on with: commands whose names begin as it does.
  public func completions(of line: String) -> [String] {
    guard !line.contains(" ") else { return [] }
    return (visibleViews.flatMap { $0.commands.map(\.name) } + ["help"]).filter { $0.hasPrefix(line) }.sorted()
  }

  /// Commands declared by screens that were open, and never run; what was refused was not run.
  public var unused: [String] {
    reach.offered.subtracting(reach.typed).map { "\($0.screen) \($0.name)" }.sorted()
  }

  private func typed(_ command: ConsoleCommand) -> Reach.Command? {
    // Of the screens in focus, the one that has it: an embedded one, or the host of a tab.
    let owner = tree.focus.first { id in shown[id]?.commands.contains { $0.name == command.name } == true }
    return owner.flatMap { routes[$0] }.map { Reach.Command(command.offered, on: $0) }
  }

  private func unknown(_ name: String) -> String {
    let quoted = Printable.quote(echo(name))
    return "! " + texts.unknownCommand(quoted, tree.path.last?.destination.route, nearest(to: name) ?? wayOut(name))
  }

  private func nearest(to name: String) -> String? {
    NearMiss.nearest(to: name, in: visibleViews.flatMap { $0.commands.map(\.name) } + ["help"])
  }

  /// How a session is left, for who tries it as elsewhere. What may be a secret is answered without looking at it.
  private func wayOut(_ name: String) -> String? {
    ["quit", "exit"].contains(name) && echo(name) == name ? ":quit" : nil
  }

  /// The first word, and what follows the blank or tab behind it. Looked at scalar by scalar, for a blank may be one
  /// character with what is beside it.
  nonisolated static func split(_ line: String) -> (name: String, argument: String) {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
    let words = line.unicodeScalars.drop(while: isBlank)
    guard let blank = words.firstIndex(where: isBlank) else { return (String(Substring(words)), "") }
    return (String(Substring(words[..<blank])), String(Substring(words[words.index(after: blank)...])))
  }
}
