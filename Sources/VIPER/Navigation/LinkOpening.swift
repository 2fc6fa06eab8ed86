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
    try modules.refuseUndeclared(in: stack[...])
    let place = asking.id.map { LinkJob.Place.module($0, named: asking.name) } ?? .visible
    submit(LinkJob(stack, on: place, among: nil, limit: limit, modules: modules, for: caller))
  }
}

/// The job of a link. At each turn it asks for the rest of its way from the tree at that time.
final class LinkJob: NavigationJob {
  /// The place where the screens that are not open yet begin.
  enum Place {
    /// At the root: screens that are not in the link close.
    case root
    /// On the visible screen.
    case visible
    /// On a module: the one that asks, or the last one that the link has opened.
    case module(Int, named: String)
  }

  private(set) var place: Place
  /// The screens from that place on.
  private var rest: [Destination]
  /// The number of them that were open when the job last looked.
  private var openCount = 0
  /// The order among whole links, which may close screens; nil for a link that a module opens on top of itself.
  private let order: LinkOrder?
  private let number: Int
  private var mayClose: Bool
  private let limit: Duration
  private let modules: [String: Module]
  /// Whether a guard has redirected a screen, to one that the screen below does not have to declare.
  private var isRedirected = false
  /// The error for the screens that do not open because a guard has redirected one below.
  private var problem: RouteError?

  init(
    _ stack: [Destination], on place: Place, among order: LinkOrder?, limit: Duration, modules: [String: Module],
    for caller: any Caller
  ) {
    (rest, self.place, self.order, self.limit, self.modules) = (stack, place, order, limit, modules)
    order?.count += 1
    number = order?.count ?? 0
    mayClose = order != nil
    super.init(for: caller)
  }

  override var origin: String { order == nil ? asking : "app" }
  private var asking: String { if case .module(_, let name) = place { name } else { "app" } }
  private var base: Int? { if case .module(let id, _) = place { id } else { nil } }

  override func next(in tree: NavigationTree) throws(RouteError) -> NavigationStep? {
    if case .visible = place { place = tree.visible.map { .module($0.id, named: $0.name) } ?? .root }
    if let base, tree.node(base) == nil { throw .closed(asking) }
    var screens = rest.map { destination in
      NavigationRequest.Screen(destination: destination, style: modules[destination.route]?.described.style ?? .push)
    }
    let way = try tree.way(to: screens, on: base, mayClose: mayClose), closed = tree.nodes(notIn: way.after)
    openCount = way.openCount
    if way.after == tree {
      if let problem { throw problem }
      return nil
    }
    // The first screen of a whole link may be a root.
    let first = base == nil ? max(openCount, 1) : openCount
    if let root = screens.dropFirst(first).firstIndex(where: { $0.style == .root }) {
      // It may be a tab that a screen below opens when it loads.
      guard mayClose, closed.isEmpty, root > openCount else { throw Self.refusal(of: screens[root]) }
      screens.removeSubrange(root...)
    }
    if !isRedirected { try modules.refuseUndeclared(in: rest.dropFirst(max(openCount, 1) - 1)) }
    if let order, number < order.lastOpened, let top = closed.first, let host = tree.parent(of: top.id) {
      throw .covered(host.destination.route, by: top.destination.route)
    }
    return step(to: screens, below: openCount > 0 ? way.ids[openCount - 1] : base, closesAny: !closed.isEmpty, tree)
  }

  /// A step that opens as many of the screens as the stage can show in one transition.
  private func step(
    to screens: [NavigationRequest.Screen], below: Int?, closesAny: Bool, _ tree: NavigationTree
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

  private static func refusal(of root: NavigationRequest.Screen) -> RouteError {
    .invalid(
      .link,
      "'\(root.destination.route)' opens as the root, so it cannot open on another screen; put it first in the link of the "
        + "whole app, or open it with `setRoot`")
  }

  override func made(_ modules: [Int]) throws(RouteError) -> Turn? {
    let count = openCount + modules.count
    if let last = modules.last {
      place = .module(last, named: "\(rest[count - 1].route)#\(last)")
      order?.lastOpened = max(order?.lastOpened ?? 0, number)
    }
    rest.removeFirst(count)
    if !rest.isEmpty { return .last }
    if let problem { throw problem }
    return nil
  }

  override func redirect(_ destination: Destination, to other: Destination, style: RouteStyle) {
    guard let index = rest.dropFirst(openCount).firstIndex(of: destination) else { return }
    isRedirected = true
    if rest.count > index + 1 {
      problem = .refused(
        .guarded,
        "a guard redirects '\(destination.route)' to '\(other.route)', so '\(rest[index + 1].route)' is not opened")
    }
    if style == .root {
      // A root also replaces the screens below.
      (rest, place, mayClose) = ([other], .root, true)
    } else {
      rest = rest[..<index] + [other]
    }
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
