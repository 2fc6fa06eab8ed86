public import Signals

extension Navigator {
  /// Opens the screens that a link names, from the bottom up. Screens that are already open stay.
  ///
  /// Each screen passes its guard, and opens when the module below it is ready. If screens have to close, all checks come first:
  /// the guards, then the readiness of the module that stays, then `shouldGoBack` of each screen that would close. If one of
  /// them refuses or is not ready in time, nothing changes.
  ///
  /// A new root replaces everything in one step, which is rolled back if the stage cannot show it. Otherwise, screens that
  /// were closed to make room stay closed, even if the stage then fails. A screen that opens in the way meanwhile closes,
  /// too, if its presenter agrees. If a later link has opened it, it stays, and this link fails.
  ///
  /// A link that is not allowed changes nothing. It fails with ``RouteError/undeclared(from:to:)`` if a module does not
  /// declare the next one with `opens:` and the next one is not open from anywhere (`fromAnywhere:`), and with
  /// ``RouteError/invalid(_:)`` if a route of style `root` comes after another screen.
  ///
  /// Gives one value when the whole stack is on screen. Completes without a value when the user goes back from a screen that a
  /// guard opened. After disposal no further screen opens.
  ///
  /// - Parameters:
  ///   - link: the link, as `Links` reads it.
  ///   - timeout: the longest time that each module may take to be ready; 10 seconds by default.
  public func open(_ link: String, timeout: Duration = readinessTimeout) -> Signal<Void, RouteError> {
    handle.ask(for: "open \(link.prefix(80))") { (pipeline: Pipeline, caller) throws(RouteError) in
      let stack = try pipeline.app.links.parse(link)
      pipeline.submit(
        LinkJob(stack, on: nil, among: pipeline.links, limit: timeout, modules: pipeline.modules, for: caller))
    }
  }
}

extension Router {
  /// The link to a screen, from a typed route and input; ``open(_:)`` takes it.
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
  /// The link to a screen without input.
  public func link<O>(to route: Route<Void, O>) throws(RouteError) -> String { try link(to: route, with: ()) }

  /// Opens the screens that a link names on top of this module, each on the one before. (`Navigator.open` builds the whole
  /// stack from the root.) Gives one value when they are on screen; ``results(of:)`` has their results. The app's own router
  /// opens the first on the visible screen, which does not have to declare it.
  ///
  /// Fails with ``RouteError/undeclared(from:to:)`` when this module, or one in the link, does not declare the next with
  /// `opens:`, and with ``RouteError/invalid(_:)`` when the link names a route of style `root`, which cannot open on top.
  public func open(_ link: String) -> Signal<Void, RouteError> {
    handle.ask(for: "open \(link.prefix(80))") { [handle] (pipeline: Pipeline, caller) throws(RouteError) in
      let stack = try pipeline.app.links.parse(link), limit = Navigator.readinessTimeout
      if handle.id != nil { try pipeline.modules.refuseUndeclared(stack[0].route, by: handle.route) }
      try pipeline.modules.refuseUndeclared(in: stack[...])
      let module = handle.id.map { (id: $0, name: handle.name) }
      pipeline.submit(LinkJob(stack, on: module, among: nil, limit: limit, modules: pipeline.modules, for: caller))
    }
  }
}

/// The job of a link. A whole link, one from the root, first closes the screens in its way; then each of its screens opens on
/// the one before.
final class LinkJob: NavigationJob {
  private let module: (id: Int, name: String)?
  /// The order among whole links; nil for a link that a module opens on top of itself.
  private let order: LinkOrder?
  private let number: Int
  private let limit: Duration
  private let modules: [String: Module]
  private var stack: [Destination]
  /// The number of screens of the stack that are open.
  private var count = 0
  /// The module that the next screen opens on; nil for the root.
  private var base: (id: Int, name: String)?
  /// The index of the first screen that was not open when the job computed its way.
  private var unshared = 0
  private var isWhole: Bool
  /// Whether all screens in its way are closed.
  private var isOnItsWay = false
  /// Whether a screen was closed for the next one, which then opens without waiting for other jobs.
  private var takesAPlace = false
  private var isTab = false
  /// The request to select a tab that is open.
  private var tab: NavigationRequest?
  /// The error for the rest of the stack, which cannot open because a guard redirected a screen below.
  private var problem: RouteError?
  private var repetitions = 0

  /// A limit for modules that open a screen in the way again and again.
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
        // Earlier links open first.
        return .wait
      }
    }
    if let destination = rest.first { return .make(try open(destination, in: tree)) }
    if let problem { throw problem }
    return .none
  }

  /// The next step that closes or selects a screen to make room for the stack; nil when there is nothing left to do.
  private func clear(_ tree: NavigationTree) throws(RouteError) -> NavigationStep? {
    let way = tree.way(to: stack)
    let closesAny = way.base == nil ? tree.root != nil : !way.closing.isEmpty
    // The first screen may be a root. Any other root would close the screens below it, unless it is a tab of one.
    if closesAny { try refuseRoot(in: stack.dropFirst(max(way.shared, 1))) }
    // Open screens are not checked.
    try modules.refuseUndeclared(in: stack.dropFirst(max(way.shared, 1) - 1))
    unshared = way.shared
    guard let request = way.first else {
      (isOnItsWay, count, base) = (true, way.shared, way.base.map { ($0.id, $0.name) })
      return nil
    }
    takesAPlace = takesAPlace || closesAny
    var step = NavigationStep(request: request, asking: asking, asksClosing: closesAny, closing: way.closing)
    step.alsoGuarded = closesAny ? stack.dropFirst(way.shared) : []
    if closesAny, way.shared < stack.count, let base = way.base { step.readiness = (base.id, limit) }
    return step
  }

  /// Opens a screen: as a tab if that tab is already there, otherwise in the style of its route.
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
      "'\(root.route)' opens as the root, so it cannot open on another screen; put it first in the link of the whole "
        + "app, or open it with `setRoot`")
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
    // Another screen has opened in the way. It stays if a later link opened it; otherwise it closes, if its presenter agrees.
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
        "a guard redirects '\(destination.route)' to '\(other.route)', so '\(stack[index + 1].route)' is not opened")
    }
    if style == .root {
      // A root also replaces the screens below.
      (stack, isWhole) = ([other], true)
    } else {
      stack = stack[..<index] + [other]
    }
    if style == .root || base == nil { startAgain() }
  }
}

extension [String: Module] {
  /// Throws unless each screen of a stack declares the next, or the next is open from anywhere. Roots are refused elsewhere.
  fileprivate func refuseUndeclared(in stack: ArraySlice<Destination>) throws(RouteError) {
    for (below, next) in zip(stack, stack.dropFirst()) where self[next.route]?.described.style != .root {
      try refuseUndeclared(next.route, by: below.route)
    }
  }
}

struct WayToStack {
  /// The number of screens of the stack that are already open and stay.
  var shared = 0
  /// The last of them, on which the rest opens; nil if the root is not shared.
  var base: NavigationTree.Node?
  /// The first request: a screen to close or a tab to select.
  var first: NavigationRequest?
  /// All modules that have to close, the top first.
  var closing: [NavigationTree.Node] = []
}

extension NavigationTree {
  /// The way from this tree to a stack. Shared screens stay, tabs stay and are selected, and screens on top of the shared ones
  /// close. A screen that an embedded module has pushed is on that module's host.
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
