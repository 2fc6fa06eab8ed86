import Signals

extension Navigator {
  /// Builds the stack a link names, bottom up: shared modules stay, guards are asked, each waits for the one below to be
  /// ready. Where something has to close for it, whatever may say no comes before that: all guards, whether what stays is
  /// ready, and then what would close (`shouldGoBack`). One that refuses, or is not ready in time, leaves everything as it is.
  /// A new root takes the place of everything in one step, which is rolled back if the stage cannot show it. What has agreed
  /// to close for anything else, and is closed, stays closed, even if the stage cannot show what opens in its place.
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
        let opening = StackOpening(stack, asking: "app", timeout, emitter)
        navigator.whenIdle(otherwise: { emitter.fail($0) }) { [weak navigator] in navigator?.follow(opening) }
      } catch { emitter.fail(error) }
    }
  }

  private func follow(_ opening: StackOpening) {
    guard !opening.emitter.isDisposed else { return }
    let tree = opened.current.value, way = tree.way(to: opening.rest)
    let closesAny = way.base == nil ? tree.root != nil : !way.closing.isEmpty
    if closesAny, let index = opening.unasked(past: way.shared) { return askGuard(at: index, of: opening) }
    if closesAny, way.shared < opening.rest.count, let base = way.base, base != opening.ready {
      return waitUntilReady(base, opening)
    }
    if let error = unwillingness(of: way.closing) { return opening.emitter.fail(error) }
    perform(way.requests, opening.going(on: way.base, past: way.shared))
  }

  /// Asks a guard before anything closes. Then all is decided again, for a guard may have opened something.
  private func askGuard(at index: Int, of opening: StackOpening) {
    guarded(Opening(destination: opening.rest[index]), scope: opening.emitter.disposable) { [weak self] outcome in
      guard let self else { return opening.emitter.fail(.closed(opening.asking)) }
      let next: StackOpening
      switch outcome {
      case .refused(let error): return opening.emitter.fail(error)
      case .abandoned: return opening.emitter.complete()
      case .proceed: next = opening.allowing(index)
      case .redirected(let other): next = opening.allowing(index, leadingTo: other.destination)
      }
      followAgain(next)
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

  /// In the next turn, before what waits for its first.
  private func followAgain(_ opening: StackOpening) {
    opened.allow(
      NavigationStep(nil) { [weak self] outcome in
        if case .failed(let error) = outcome { return opening.emitter.fail(error) }
        self?.follow(opening)
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
      case .covered: return opening.emitter.fail(error)
      case .closed: return opening.emitter.fail(.closed(opening.asking))
      default: break
      }
    }
    let scope = opening.emitter.disposable
    whenReady(opening.base, opening.timeout, scope: scope, otherwise: { opening.emitter.fail($0) }) { [weak self] in
      if opening.allowed.contains(0) {
        self?.open(next, opening)
        return
      }
      self?.guarded(Opening(destination: next), scope: scope) { [weak self] outcome in
        guard let self else { return opening.emitter.fail(.closed(opening.asking)) }
        switch outcome {
        case .refused(let error): opening.emitter.fail(error)
        case .abandoned: opening.emitter.complete()
        case .proceed(let allowed): open(allowed.destination, opening)
        case .redirected(let other): open(other.destination, opening.redirected(to: other.destination.route))
        }
      }
    }
  }

  /// How a link opens it: as one of the tabs there are, or in the style of its route.
  private func request(_ destination: Destination, on base: Int?) -> NavigationRequest {
    guard let base else { return .open(destination, .root, from: nil) }
    let siblings = opened.current.value.node(base)?.children ?? []
    let isTab = siblings.contains { $0.style == .tab && $0.destination == destination }
    return .open(destination, isTab ? .tab : modules[destination.route]?.style ?? .push, from: base)
  }

  /// Opens it at its turn: only then is it known what the one below, which may still be opening its tabs, has open.
  private func open(_ destination: Destination, _ opening: StackOpening) {
    let asking = opening.base.flatMap { opened.live[$0]?.handle.name } ?? opening.asking
    whenIdle(otherwise: { opening.emitter.fail($0) }) { [weak self] in
      self?.take(destination, opening, asking: asking)
    }
  }

  private func take(_ destination: Destination, _ opening: StackOpening, asking: String) {
    guard !opening.emitter.isDisposed else { return }
    let request = request(destination, on: opening.base)
    var step = NavigationStep(request) {
      [weak self] outcome in
      switch outcome {
      case .failed(let error): opening.emitter.fail(error)
      case .done(let id):
        var selection: [NavigationRequest] = []
        if case .open(_, .tab, let host) = request { selection = [.select(destination, from: host)] }
        self?.perform(selection, opening.going(on: id, past: 1))
      }
    }
    step.asking = asking
    step.asksWhatCloses = opening.base == nil
    take(step)
  }
}

/// A stack on its way to the screen.
@MainActor private struct StackOpening {
  /// What is still to be opened.
  var rest: [Destination]
  /// What it opens on; nil opens a new root.
  var base: Int?
  /// Why not all of it can be opened: a guard led elsewhere.
  private var problem: RouteError?
  /// Which of what is still to be opened its guards have let through already.
  private(set) var allowed: Set<Int> = []
  /// What stays and has been ready, before anything closed.
  var ready: Int?
  let asking: String
  let timeout: Duration
  let emitter: Emitter<Void, RouteError>

  init(
    _ stack: [Destination], on base: Int? = nil, asking: String, _ timeout: Duration,
    _ emitter: Emitter<Void, RouteError>
  ) {
    rest = stack
    self.base = base
    self.asking = asking
    self.timeout = timeout
    self.emitter = emitter
  }

  /// What is left once some of it is open.
  func going(on id: Int?, past count: Int) -> Self {
    var next = self
    next.rest.removeFirst(count)
    next.allowed = Set(allowed.filter { $0 >= count }.map { $0 - count })
    next.base = id
    return next
  }

  /// The first whose guards have not been asked, behind so many that are open.
  func unasked(past shared: Int) -> Int? { rest.indices.dropFirst(shared).first { !allowed.contains($0) } }

  /// The guards let this one through, or lead elsewhere.
  func allowing(_ index: Int, leadingTo other: Destination? = nil) -> Self {
    var next = other.map { redirected(at: index, to: $0.route) } ?? self
    next.allowed.insert(index)
    if let other { next.rest[index] = other }
    return next
  }

  /// One of it leads elsewhere: what was meant to be on it is not opened on that.
  func redirected(at index: Int = 0, to route: String) -> Self {
    guard rest.count > index + 1 else { return self }
    var last = self
    last.problem = .refused(
      "a guard leads from '\(rest[index].route)' to '\(route)', so '\(rest[index + 1].route)' is not opened")
    last.rest = Array(rest[...index])
    return last
  }

  /// All of it is open that can be.
  func end() {
    if let problem { emitter.fail(problem) } else { emitter.succeed() }
  }
}

extension Router {
  /// Follows a link inside: opens what it names on top of this module, each on the one before. (`Navigator.open` builds the
  /// link's whole stack.) One value when it is on screen; results come by ``results(of:)``.
  ///
  /// Held to what is declared, as the other verbs are: fails with ``RouteError/undeclared(from:to:)`` when this module, or one
  /// the link names, does not say that it opens the next.
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
          navigator.openNext(
            StackOpening(
              stack, on: handle.id ?? navigator.visible, asking: handle.name, Navigator.readinessTimeout, emitter))
        }
      } catch { emitter.fail(error) }
    }
  }
}
