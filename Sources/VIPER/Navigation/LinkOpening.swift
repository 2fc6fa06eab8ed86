public import Signals

extension Navigator {
  /// Opens the screens that a link names, from the bottom up. Screens that are already open stay. A link that begins with a
  /// route that is ``Route/linked(on:)`` another opens that one below it.
  ///
  /// All checks come before the first change: the guards, then the readiness of the module that stays, then `shouldGoBack` of
  /// each screen that would close. If one of them refuses or is not ready in time, nothing changes.
  ///
  /// The stage shows the whole link in one transition, unless something has to wait. A screen opens in a later transition if,
  /// when nothing has to close, its guard does not let it proceed at once; if the module below is not ready, or makes requests
  /// while it loads; and if its route, or the one below, has a presentation. A screen that opens in the way meanwhile closes,
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
    ask(for: "open \(link.prefix(80))") { pipeline, caller throws(RouteError) in
      let stack = try pipeline.app.links.read(link).stack
      pipeline.submit(
        LinkJob(stack, on: .root, among: pipeline.links, limit: timeout, modules: pipeline.modules, for: caller))
    }
  }
}

extension Pipeline {
  /// Opens a link on top of a module, or for the app's own router on the visible screen.
  func open(_ link: String, on asking: RouterHandle, for caller: any Caller) throws(RouteError) {
    let stack = try app.links.parse(link), limit = Navigator.readinessTimeout
    if asking.id != nil { try modules.refuseUndeclared(stack[0].route, by: asking.route) }
    try modules.refuseUndeclared(in: stack)
    let place = asking.id.map { LinkJob.Place.module($0, named: asking.name, mayClose: false) } ?? .visible
    submit(LinkJob(stack, on: place, among: nil, limit: limit, modules: modules, for: caller))
  }
}

/// The job of a link. At each turn it asks for the rest of its way from the tree at that time.
final class LinkJob: NavigationJob {
  /// The place where the screens that are not open yet begin.
  enum Place {
    /// At the root: screens that are not in the link close.
    case root
    /// On the visible screen, or at the root while nothing is open.
    case visible
    /// On a module: the one that asks, or the last one that the link has opened.
    case module(Int, named: String, mayClose: Bool)
  }

  private var place: Place
  /// The screens from that place on.
  private var rest: [Destination]
  /// The error for the screens that do not open because a guard has redirected one below.
  private var problem: RouteError?
  /// The order among whole links; nil for a link that a module opens on top of itself.
  private let order: LinkOrder?
  private let number: Int
  private let limit: Duration
  private let modules: [String: Module]

  init(
    _ stack: [Destination], on place: Place, among order: LinkOrder?, limit: Duration, modules: [String: Module],
    for caller: any Caller
  ) {
    (rest, self.place, self.order, self.limit, self.modules) = (stack, place, order, limit, modules)
    order?.count += 1
    number = order?.count ?? 0
    super.init(for: caller)
  }

  override var origin: String { order == nil ? asking : "app" }
  private var asking: String { if case .module(_, let name, _) = place { name } else { "app" } }
  private var base: Int? { if case .module(let id, _, _) = place { id } else { nil } }

  private var mayClose: Bool {
    switch place {
    case .root: true
    case .visible: false
    case .module(_, _, let mayClose): mayClose
    }
  }

  override func next(in tree: NavigationTree) throws(RouteError) -> NavigationStep? {
    if case .visible = place, let top = tree.visible { place = .module(top.id, named: top.name, mayClose: false) }
    if let base, tree.node(base) == nil { throw .closed(asking) }
    var screens = rest.map { destination in
      NavigationRequest.Screen(destination: destination, style: modules[destination.route]?.described.style ?? .push)
    }
    let way = try tree.way(to: screens, on: base, mayClose: mayClose), closed = tree.nodes(notIn: way.after)
    if way.after == tree {
      if let problem { throw problem }
      return nil
    }
    // The first screen of a whole link may be a root.
    let first = base == nil ? max(way.openCount, 1) : way.openCount
    if let root = screens.dropFirst(first).firstIndex(where: { $0.style == .root }) {
      // It may be a tab that a screen below opens when it loads.
      guard mayClose, closed.isEmpty, root > way.openCount else {
        throw .invalid(
          .link,
          "'\(rest[root].route)' opens as the root, so it cannot open on another screen; put it first in the link of the "
            + "whole app, or open it with `setRoot`")
      }
      screens.removeSubrange(root...)
    }
    try modules.refuseUndeclared(in: Array(rest.dropFirst(max(way.openCount, 1) - 1)), but: allowed)
    if let order, number < order.lastOpened, let top = closed.first, let host = tree.parent(of: top.id) {
      throw .covered(host.destination.route, by: top.destination.route)
    }
    let below = way.ids.prefix(way.openCount).last ?? base
    return step(to: screens, openCount: way.openCount, below: below, closesAny: !closed.isEmpty, in: tree)
  }

  /// A step that opens as many of the screens as the stage can show in one transition.
  private func step(
    to screens: [NavigationRequest.Screen], openCount: Int, below: Int?, closesAny: Bool, in tree: NavigationTree
  ) -> NavigationStep {
    // A transition has one presentation.
    func isAlone(_ index: Int) -> Bool { modules[screens[index].destination.route]?.described.presentation != nil }
    let later = screens.indices.dropFirst(openCount + 1).first { isAlone($0) || isAlone($0 - 1) }
    let screens = Array(screens[..<(later ?? screens.endIndex)])
    var step = NavigationStep(
      request: .reach(screens, on: base, mayClose: mayClose), asking: below.flatMap(tree.node)?.name ?? asking,
      asksClosing: true, turn: closesAny ? .next : .last)
    // If screens close, all guards come first.
    step.guarded = (closesAny ? rest : screens.map(\.destination)).dropFirst(openCount)
    if let below, screens.count > openCount { step.readiness = (below, limit) }
    return step
  }

  override func made(_ request: NavigationRequest, _ modules: [NavigationTree.Node]) throws(RouteError) -> Turn? {
    if let top = modules.last {
      place = .module(top.id, named: top.name, mayClose: mayClose)
      order?.lastOpened = max(order?.lastOpened ?? 0, number)
    }
    rest.removeFirst(request.screens.count)
    if !rest.isEmpty { return .last }
    if let problem { throw problem }
    return nil
  }

  override func redirect(_ destination: Destination, in step: NavigationStep, to other: Destination) {
    // The guarded screens are a slice of the rest.
    guard let index = step.guarded.firstIndex(of: destination) else { return }
    if rest.count > index + 1 {
      problem = .refused(
        .guarded,
        "a guard redirects '\(destination.route)' to '\(other.route)', so '\(rest[index + 1].route)' is not opened")
    }
    if modules[other.route]?.described.style == .root {
      // A root also replaces the screens below.
      (rest, place) = ([other], .root)
    } else {
      rest = rest[..<index] + [other]
    }
  }
}

extension [String: Module] {
  /// Throws unless each screen of a stack declares the next, or the next is open from anywhere. Roots are refused elsewhere.
  /// The screens that guards have allowed need no declaration, since a guard may redirect to any screen.
  fileprivate func refuseUndeclared(in stack: [Destination], but allowed: [Destination] = []) throws(RouteError) {
    for (below, next) in zip(stack, stack.dropFirst()) where !allowed.contains(next) {
      if self[next.route]?.described.style != .root { try refuseUndeclared(next.route, by: below.route) }
    }
  }
}
