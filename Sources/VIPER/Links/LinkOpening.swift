import Signals

extension Navigator {
  /// Builds the stack a link names, bottom up: shared modules stay, guards are asked, each waits for the one below to be
  /// ready. Where something has to close for it, whatever may say no comes before that: all guards, whether what stays is
  /// ready, and then what would close (`shouldGoBack`). One that refuses, or is not ready in time, leaves everything as it is.
  /// So does a link that names a route of style `root` behind another: ``RouteError/invalid(_:)``.
  /// A new root takes the place of everything in one step, which is rolled back if the stage cannot show it. What has agreed
  /// to close for anything else, and is closed, stays closed, even if the stage cannot show what opens in its place. What
  /// something else opens in its way meanwhile, another link perhaps, closes as well, if it may be left.
  ///
  /// It follows the ways that modules declare: where a screen has to open on one that does not say so, it fails with
  /// ``RouteError/undeclared(from:to:)`` and leaves everything as it is. A module with `fromAnywhere` opens behind every screen.
  ///
  /// Gives one value when all of it is on screen, and completes without one when the user goes back from what a guard
  /// opened. Disposing it opens no more.
  ///
  /// - Parameters:
  ///   - link: the link, as `Links` reads it.
  ///   - timeout: how long each module may take to be ready; 10 seconds if not given.
  public func open(_ link: String, timeout: Duration = readinessTimeout) -> Signal<Void, RouteError> {
    handle.askPipeline(for: "open \(link.prefix(80))") { pipeline, caller throws(RouteError) in
      let stack = try pipeline.app.links.parse(link)
      pipeline.submit(
        LinkJob(stack, on: nil, among: pipeline.links, limit: timeout, modules: pipeline.modules, for: caller))
    }
  }
}

extension Router {
  /// The link of a screen, for ``open(_:)``, typed as the verbs are.
  ///
  ///     extension Route<Int, Never> { static var page: Self { Route("page", path: "pages/:number") } }
  ///
  ///     @MainActor func openPage(_ number: Int, by router: Router<Never>) throws(RouteError) {
  ///       let link = try router.link(to: .page, with: number)  // "/pages/7"
  ///       router.open(link).start()
  ///     }
  ///
  /// - Throws: as ``Links/print(_:)`` does.
  public func link<I, O>(to route: Route<I, O>, with input: I) throws(RouteError) -> String {
    try handle.app.links.print([route.destination(with: input)])
  }
  /// The link of a screen that takes nothing.
  public func link<O>(to route: Route<Void, O>) throws(RouteError) -> String { try link(to: route, with: ()) }

  /// Follows a link inside: opens what it names on top of this module, each on the one before. (`Navigator.open` builds the
  /// link's whole stack.) One value when it is on screen; results come by ``results(of:)``.
  ///
  /// Held to what is declared, as the other verbs are: fails with ``RouteError/undeclared(from:to:)`` when this module, or one
  /// the link names, does not say that it opens the next. A route of style `root` is nothing to open on top: it fails with
  /// ``RouteError/invalid(_:)``.
  public func open(_ link: String) -> Signal<Void, RouteError> {
    handle.askPipeline(for: "open \(link.prefix(80))") { [handle] pipeline, caller throws(RouteError) in
      let stack = try pipeline.app.links.parse(link), limit = Navigator.readinessTimeout
      for (below, next) in zip([handle.route] + stack.map(\.route), stack) where handle.id != nil {
        try pipeline.modules.refuseUndeclared(next.route, by: below)
      }
      let module = handle.id.map { (id: $0, name: handle.name) }
      pipeline.submit(
        LinkJob(stack, on: module, among: nil, limit: limit, modules: pipeline.modules, for: caller))
    }
  }
}

/// A link. A whole link first makes way for itself, from the root; then each of its screens opens on the one before.
final class LinkJob: NavigationJob {
  private let module: (id: Int, name: String)?
  /// For a whole link: what is in its way closes. Nil for a link that a module follows on top of itself.
  private let order: LinkOrder?
  private let number: Int
  private let limit: Duration
  private let modules: [String: Module]
  private var stack: [Destination]
  /// How many of the stack are open.
  private var count = 0
  /// What the next opens on; nil for the root.
  private var base: (id: Int, name: String)?
  /// The first of the stack that was not open when the way was looked for.
  private var unshared = 0
  private var isWhole: Bool
  /// Whether the way is free.
  private var isOnItsWay = false
  /// Whether something has closed for the next screen, which takes its place at once.
  private var takesAPlace = false
  private var isTab = false
  /// The tab that is open and has to be selected.
  private var tab: NavigationRequest?
  /// A guard led elsewhere, so that the rest cannot be opened.
  private var problem: RouteError?
  private var repetitions = 0

  /// Another module may open something in its way each time.
  private static var repetitionLimit: Int { 20 }

  init(
    _ stack: [Destination], on module: (id: Int, name: String)?, among order: LinkOrder?, limit: Duration,
    modules: [String: Module], for caller: any Caller
  ) {
    (self.stack, self.module, self.order, self.limit, self.modules) = (stack, module, order, limit, modules)
    order?.count += 1
    number = order?.count ?? 0
    isWhole = order != nil
    super.init(for: caller)
  }

  private var rest: ArraySlice<Destination> { stack[count...] }
  override var origin: String { module?.name ?? "app" }
  private var asking: String { base?.name ?? origin }

  override func next(in tree: NavigationTree) throws(RouteError) -> NextStep {
    if let tab { return .make(NavigationStep(request: tab, asking: asking)) }
    if !isOnItsWay {
      if !isWhole {
        // The app's router opens on the visible screen.
        base = module ?? tree.visible.map { ($0.id, $0.name) }
        try refuseRoot(in: base == nil ? stack.dropFirst() : stack[...])
        isOnItsWay = true
      } else if let step = try clear(tree) {
        return .make(step)
      } else if !takesAPlace, !rest.isEmpty {
        // Links that were asked for before open first.
        return .wait
      }
    }
    if let destination = rest.first { return .make(try open(destination, in: tree)) }
    if let problem { throw problem }
    return .none
  }

  /// The next step that makes way for the whole stack; nil when the way is free.
  private func clear(_ tree: NavigationTree) throws(RouteError) -> NavigationStep? {
    let way = tree.way(to: stack)
    let closesAny = way.base == nil ? tree.root != nil : !way.closing.isEmpty
    // The first may be a root; the others would close what they are on, unless that opens them as tabs.
    if closesAny { try refuseRoot(in: stack.dropFirst(max(way.shared, 1))) }
    try refuseUndeclared(from: max(way.shared, 1))
    guard let request = way.first else {
      (isOnItsWay, count, base) = (true, way.shared, way.base.map { ($0.id, $0.name) })
      return nil
    }
    takesAPlace = takesAPlace || closesAny
    unshared = way.shared
    var step = NavigationStep(request: request, asking: asking, asksClosing: closesAny, closing: way.closing)
    step.alsoGuarded = closesAny ? stack.dropFirst(way.shared) : []
    if closesAny, way.shared < stack.count, let base = way.base { step.readiness = (base.id, limit) }
    return step
  }

  /// Opens a screen: as one of the tabs there are, or in the style of its route.
  private func open(_ destination: Destination, in tree: NavigationTree) throws(RouteError) -> NavigationStep {
    guard let base else {
      return NavigationStep(
        request: .open(destination, .root, from: nil), asking: asking,
        alsoGuarded: tree.root == nil ? [] : rest.dropFirst(), asksClosing: true)
    }
    let siblings = tree.node(base.id)?.children ?? []
    let isOpen = siblings.contains { $0.style == .tab && $0.destination == destination }
    let style = isOpen ? .tab : modules[destination.route]?.described.style ?? .push
    if style == .root { try refuseRoot(in: [destination]) }
    isTab = style == .tab
    return NavigationStep(
      request: .open(destination, style, from: base.id), asking: asking, readiness: (base.id, limit),
      turn: takesAPlace ? .next : .last)
  }

  private func refuseRoot(in stack: ArraySlice<Destination>) throws(RouteError) {
    guard let root = stack.first(where: { modules[$0.route]?.described.style == .root }) else { return }
    throw .invalid(
      .link,
      "'\(root.route)' opens as the root, and nothing can be below that; begin the link of the whole app with it, or "
        + "open it by `setRoot`")
  }

  /// What opens has to be declared by the module below, or to be open from anywhere. What is open already stays.
  private func refuseUndeclared(from index: Int) throws(RouteError) {
    for (below, next) in zip(stack.dropFirst(index - 1), stack.dropFirst(index)) {
      if modules[next.route]?.described.style != .root { try modules.refuseUndeclared(next.route, by: below.route) }
    }
  }

  override func made(_ module: Int?) throws(RouteError) -> Turn? {
    if !isOnItsWay { return .same }
    if tab == nil, let module, let destination = rest.first {
      order?.lastOpened = max(order?.lastOpened ?? 0, number)
      if isTab { tab = .select(destination, from: base?.id) }
      (base, count, takesAPlace) = ((module, "\(destination.route)#\(module)"), count + 1, false)
      if tab != nil { return .same }
    }
    tab = nil
    if !rest.isEmpty { return .last }
    if let problem { throw problem }
    return nil
  }

  override func failed(_ error: RouteError) throws(RouteError) -> Turn {
    // Something else has opened in its way. A later link's screen stays; anything else closes, if it may be left.
    guard case .covered = error, isOnItsWay, let order, number >= order.lastOpened, repetitions < Self.repetitionLimit
    else { throw error }
    startAgain()
    repetitions += 1
    return .next
  }

  private func startAgain() { (isOnItsWay, count, unshared, base, takesAPlace) = (false, 0, 0, nil, false) }

  override func redirect(_ destination: Destination, to other: Destination, style: RouteStyle) {
    guard let index = stack[max(count, unshared)...].firstIndex(of: destination) else { return }
    if stack.count > index + 1 {
      problem = .refused(
        .guarded,
        "a guard leads from '\(destination.route)' to '\(other.route)', so '\(stack[index + 1].route)' is not opened")
    }
    if style == .root {
      // A root takes the place of all that is below, too.
      (stack, isWhole) = ([other], true)
    } else {
      stack = stack[..<index] + [other]
    }
    if style == .root || base == nil { startAgain() }
  }
}

struct WayToStack {
  /// How many of the stack are open already and stay.
  var shared = 0
  /// The last of them: the rest opens on it. Nil when not even the root is shared.
  var base: NavigationTree.Node?
  /// What has to close or to be selected first.
  var first: NavigationRequest?
  /// All that closes for the rest: top first.
  var closing: [NavigationTree.Node] = []
}

extension NavigationTree {
  /// The way to a stack: what is shared stays, tabs are kept and selected, what is on top of the rest closes. What an embedded
  /// module has pushed is on its host.
  func way(to stack: [Destination]) -> WayToStack {
    var way = WayToStack()
    guard var node = root, var host = root, node.destination == stack.first else { return way }
    func close(_ top: Node) {
      way.first = way.first ?? .close(top.id)
      way.closing += top.all.reversed()
    }
    way.shared = 1
    for destination in stack.dropFirst() {
      if let top = host.onTop, top.destination == destination {
        (node, host) = (top, top)
      } else if let part = node.children.first(where: { $0.style == .embedded && $0.destination == destination }) {
        node = part
      } else if let tab = node.children.first(where: { $0.style == .tab && $0.destination == destination }) {
        if let top = host.onTop { close(top) }
        if node.selected != tab.id { way.first = way.first ?? .select(destination, from: node.id) }
        (node, host) = (tab, tab)
      } else {
        break
      }
      way.shared += 1
    }
    if let top = host.onTop { close(top) }
    way.base = node
    return way
  }
}
