import Signals

extension Navigator {
  /// How long a link or a restoration waits for a module to be ready.
  @usableFromInline nonisolated static let readinessTimeout = Duration.seconds(10)

  /// Calls back when it is this one's turn: everything asked for before is done. Or with why its turn never comes.
  func whenIdle(
    otherwise fail: @escaping @MainActor (RouteError) -> Void, _ body: @escaping @MainActor () -> Void
  ) {
    enqueue(
      NavigationStep(nil) { outcome in
        switch outcome {
        case .done: body()
        case .failed(let error): fail(error)
        }
      })
  }

  /// Calls back, once, when something may open on a module, or with why not.
  func whenReady(
    _ id: Int?, _ timeout: Duration, scope: Disposable, otherwise fail: @escaping @MainActor (RouteError) -> Void,
    _ body: @escaping @MainActor () -> Void
  ) {
    guard let id, let readiness = readiness(of: id, timeout) else { return body() }
    let name = opened.live[id]?.handle.name ?? "#\(id)"
    scope.add(
      readiness.observe(on: ui) { event in
        switch event {
        case .value(true): body()
        case .value(false): fail(.closed(name))
        case .failed(let error): fail(error)
        case .completed: break
        }
      })
  }

  /// One value: whether it is ready, or has closed meanwhile; nil where there is nothing to wait for. A function of its own, so
  /// that nobody holds the presenter.
  private func readiness(of id: Int, _ timeout: Duration) -> Signal<Bool, RouteError>? {
    guard let module = opened.live[id], let presenter = module.presenter else { return nil }
    let isReady = presenter.isReady
    guard !isReady.value else { return nil }
    return isReady.signal.filter { $0 }
      .prefix(until: module.handle.results.ignoreValues())
      .prefix(1).replaceEmpty(with: false).promoteFailure(to: RouteError.self)
      .timeout(timeout, failingWith: .timedOut(module.handle.route), on: environment.scheduler)
  }
}
