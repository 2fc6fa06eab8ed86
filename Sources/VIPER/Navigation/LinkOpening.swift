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
  /// Gives one value when all of it is on screen, and completes without one when the user goes back from what a guard
  /// opened. Disposing it opens no more.
  ///
  /// - Parameters:
  ///   - link: the link, as `Links` reads it.
  ///   - timeout: how long each module may take to be ready; 10 seconds if not given.
  public func open(_ link: String, timeout: Duration = readinessTimeout) -> Signal<Void, RouteError> {
    appHandle.ask(for: "open \(link.prefix(80))") { navigator, emitter in
      do throws(RouteError) {
        let stack = try navigator.links.parse(link)
        let opening = StackOpening(stack, number: navigator.linkOrder.next(), asking: "app", timeout, emitter)
        navigator.whenIdle(otherwise: { emitter.fail($0) }) { [weak navigator] in navigator?.follow(opening) }
      } catch { emitter.fail(error) }
    }
  }

  private func follow(_ opening: StackOpening) {
    guard !opening.emitter.isDisposed else { return }
    let tree = opened.current.value, way = tree.way(to: opening.rest)
    let closesAny = way.base == nil ? tree.root != nil : !way.closing.isEmpty
    // The first may be a root; the others would close what they are on, unless that opens them as tabs.
    if closesAny, let error = rootProblem(in: opening.rest.dropFirst(max(way.shared, 1))) {
      return opening.emitter.fail(error)
    }
    if closesAny, let index = opening.unasked(past: way.shared) { return askGuard(at: index, of: opening) }
    if closesAny, way.shared < opening.rest.count, let base = way.base, base != opening.ready {
      return waitUntilReady(base, opening)
    }
    if let error = unwillingness(of: way.closing) { return opening.emitter.fail(error) }
    perform(way.requests, opening.going(on: way.base, past: way.shared, takingAPlace: !way.closing.isEmpty))
  }

  /// Why these cannot be opened on something: one is a root.
  fileprivate func rootProblem(in stack: some Sequence<Destination>) -> RouteError? {
    stack.first { isRoot($0) }.map { root in
      .invalid(
        "'\(root.route)' opens as the root, and nothing can be below that; begin the link of the whole app with it, or "
          + "open it by `setRoot`")
    }
  }

  private func isRoot(_ destination: Destination) -> Bool { modules[destination.route]?.style == .root }

  /// Asks a guard before anything closes. Then all is decided again, for a guard may have opened something.
  private func askGuard(at index: Int, of opening: StackOpening) {
    guarded(index, of: opening) { [weak self] in self?.followAgain($0) }
  }

  /// Asks the guards of one of the stack, and goes on if they say anything but no.
  private func guarded(
    _ index: Int, of opening: StackOpening, _ goOn: @escaping @MainActor (StackOpening) -> Void
  ) {
    guarded(Opening(destination: opening[index]), scope: opening.emitter.disposable) { [weak self] outcome in
      guard let self else { return opening.emitter.fail(.closed(opening.asking)) }
      switch outcome {
      case .refused(let error): opening.emitter.fail(error)
      case .abandoned: opening.emitter.complete()
      case .proceed: goOn(opening.allowing(index))
      case .redirected(let other):
        let destination = other.destination
        goOn(opening.redirected(at: index, to: destination, isRoot: isRoot(destination)))
      }
    }
  }

  /// Waits, before anything closes, for what stays to be ready. Then all is decided again.
  private func waitUntilReady(_ base: Int, _ opening: StackOpening) {
    whenReady(
      base, opening.timeout, scope: opening.emitter.disposable, otherwise: { opening.emitter.fail($0) }
    ) { [weak self] in
      var next = opening
      next.ready = base
      self?.followAgain(next)
    }
  }

  private func followAgain(_ opening: StackOpening) {
    inNextTurn(of: opening) { [weak self] in self?.follow(opening) }
  }

  /// Before what waits for its first turn.
  private func inNextTurn(of opening: StackOpening, _ body: @escaping @MainActor () -> Void) {
    opened.allow(
      NavigationStep(nil) { outcome in
        if case .failed(let error) = outcome { return opening.emitter.fail(error) }
        body()
      })
    takeSteps()
  }

  /// Takes the way, in one turn: nothing comes between what was asked and what closes.
  private func perform(_ requests: [NavigationRequest], _ opening: StackOpening) {
    guard !opening.emitter.isDisposed else { return }
    guard let request = requests.first else { return openNext(opening) }
    take(
      NavigationStep(request) { [weak self] outcome in
        if case .failed(let error) = outcome { return opening.emitter.fail(error) }
        self?.perform(Array(requests.dropFirst()), opening)
      })
  }

  /// Opens one after the other, each on the one before, when that is ready.
  fileprivate func openNext(_ opening: StackOpening) {
    guard !opening.emitter.isDisposed else { return }
    guard let next = opening.rest.first else { return opening.end() }
    // Nobody is asked about what cannot be.
    if case .reject(let error) = opened.current.value.decide(request(next, on: opening.base)) {
      switch error {
      case .covered: return rejected(opening, error)
      case .closed: return opening.emitter.fail(.closed(opening.asking))
      default: break
      }
    }
    whenReady(
      opening.base, opening.timeout, scope: opening.emitter.disposable, otherwise: { opening.emitter.fail($0) }
    ) { [weak self] in
      guard let self, !opening.isAllowed else {
        self?.open(opening)
        return
      }
      guarded(opening.count, of: opening) { [weak self] next in
        // A root is for all of the tree, which may be another by now.
        if next.base == nil { self?.followAgain(next) } else { self?.open(next) }
      }
    }
  }

  /// Something else has opened where this was to open: a whole link is followed again, for what is in its way closes. But what
  /// was asked for later stays.
  private func rejected(_ opening: StackOpening, _ error: RouteError) {
    guard case .covered = error, linkOrder.isLast(opening.number), let again = opening.again() else {
      return opening.emitter.fail(error)
    }
    followAgain(again)
  }

  /// How a link opens it: as one of the tabs there are, or in the style of its route.
  private func request(_ destination: Destination, on base: Int?) -> NavigationRequest {
    guard let base else { return .open(destination, .root, from: nil) }
    let siblings = opened.current.value.node(base)?.children ?? []
    let isTab = siblings.contains { $0.style == .tab && $0.destination == destination }
    return .open(destination, isTab ? .tab : modules[destination.route]?.style ?? .push, from: base)
  }

  /// Opens the next at its turn: only then is it known what the one below, which may still be opening its tabs, has open. Nothing
  /// comes between what has closed for it and this.
  private func open(_ opening: StackOpening) {
    let asking = opening.base.flatMap { opened.live[$0]?.handle.name } ?? opening.asking
    let open: @MainActor () -> Void = { [weak self] in self?.take(opening, asking: asking) }
    if opening.takesAPlace {
      inNextTurn(of: opening, open)
    } else {
      whenIdle(otherwise: { opening.emitter.fail($0) }, open)
    }
  }

  private func take(_ opening: StackOpening, asking: String) {
    guard !opening.emitter.isDisposed, let destination = opening.rest.first else { return }
    let request = request(destination, on: opening.base)
    if opening.base != nil, case .open(_, .root, _) = request, let error = rootProblem(in: [destination]) {
      return opening.emitter.fail(error)
    }
    var step = NavigationStep(request) {
      [weak self] outcome in
      switch outcome {
      case .failed(let error):
        if let self { rejected(opening, error) } else { opening.emitter.fail(error) }
      case .done(let id):
        self?.linkOrder.hasOpened(opening.number)
        var selection: [NavigationRequest] = []
        if case .open(_, .tab, let host) = request { selection = [.select(destination, from: host)] }
        self?.perform(selection, opening.going(on: id, past: 1))
      }
    }
    step.asking = asking
    if case .open(_, .root, _) = request { step.asksWhatCloses = true }
    take(step)
  }
}

extension Router {
  /// Follows a link inside: opens what it names on top of this module, each on the one before. (`Navigator.open` builds the
  /// link's whole stack.) One value when it is on screen; results come by ``results(of:)``.
  ///
  /// Held to what is declared, as the other verbs are: fails with ``RouteError/undeclared(from:to:)`` when this module, or one
  /// the link names, does not say that it opens the next. A route of style `root` is nothing to open on top: it fails with
  /// ``RouteError/invalid(_:)``.
  public func open(_ link: String) -> Signal<Void, RouteError> {
    handle.ask(for: "open \(link.prefix(80))") { [handle] navigator, emitter in
      do throws(RouteError) {
        let stack = try navigator.links.parse(link)
        if let first = stack.first, let error = navigator.undeclared(first.route, from: handle) { throw error }
        for (module, next) in zip(stack, stack.dropFirst()) where handle.id != nil {
          if let error = navigator.undeclared(next.route, on: module.route) { throw error }
        }
        navigator.whenIdle(otherwise: { emitter.fail($0) }) { [weak navigator] in
          guard let navigator else { return }
          let base = handle.id ?? navigator.visible
          if let error = navigator.rootProblem(in: stack.dropFirst(base == nil ? 1 : 0)) { return emitter.fail(error) }
          navigator.openNext(
            StackOpening(stack, on: base, asking: handle.name, Navigator.readinessTimeout, emitter))
        }
      } catch { emitter.fail(error) }
    }
  }
}
