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
