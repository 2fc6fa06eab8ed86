import Signals

extension Navigator {
  /// Builds the stack a link names, bottom up: shared modules stay, guards are asked, each waits for the one below to be
  /// ready. What has to close for it is asked first (`shouldGoBack`); one that refuses leaves everything as it is.
  public func open(_ link: String, timeout: Duration = .seconds(10)) -> Signal<Void, RouteError> {
    appHandle.ask { navigator, emitter in
      do throws(RouteError) {
        let stack = try navigator.links.parse(link)
        try navigator.closeUnshared(with: stack)
        let shared = navigator.shared(with: stack)
        navigator.openRest(
          Array(stack.dropFirst(shared)), from: navigator.appHandle, isNewRoot: shared == 0, timeout, emitter)
      } catch { emitter.fail(error) }
    }
  }

  /// How many modules of the path are those of the stack already.
  private func shared(with stack: [Destination]) -> Int {
    zip(tree.value.path, stack).prefix { $0.destination == $1 }.count
  }

  private func closeUnshared(with stack: [Destination]) throws(RouteError) {
    let path = tree.value.path, shared = shared(with: stack)
    let closing = path.dropFirst(shared)
    for node in closing.reversed() where live[node.id]?.assembly.presenter?.shouldGoBack() == false {
      throw .refused("\(node.destination.route) does not want to be left now")
    }
    // Without a shared root, the first of the stack becomes the root and everything closes with that.
    if shared > 0, let first = closing.first { enqueue(NavigationStep(.close(first.id))) }
  }

  /// Opens one after the other, each on the one before, when that is ready.
  func openRest(
    _ stack: [Destination], from asking: RouterHandle, isNewRoot: Bool = false, _ timeout: Duration,
    _ emitter: Emitter<Void, RouteError>
  ) {
    guard let next = stack.first else {
      emitter.send(())
      return emitter.complete()
    }
    whenReady(isNewRoot ? nil : visible, timeout, emitter) { [weak self] in
      guard let self else { return }
      guarded(Opening(destination: next), visited: [], scope: emitter.disposable) { [weak self] result in
        guard let self else { return }
        switch result {
        case .failure(let error): emitter.fail(error)
        case .success(nil): emitter.complete()
        case .success(let opening?):
          let style = isNewRoot ? .root : modules[opening.destination.route]?.style ?? .push
          enqueue(
            NavigationStep(.open(opening.destination, style, from: asking.id)) { [weak self] outcome in
              if case .failed(let error) = outcome { return emitter.fail(error) }
              self.map { $0.openRest(Array(stack.dropFirst()), from: $0.appHandle, timeout, emitter) }
            })
        }
      }
    }
  }

  private func whenReady(
    _ below: NavigationTree.Node?, _ timeout: Duration, _ emitter: Emitter<Void, RouteError>,
    _ body: @escaping @MainActor () -> Void
  ) {
    guard let below, let presenter = live[below.id]?.assembly.presenter else { return body() }
    emitter.disposable.add(
      presenter.isReady.signal.filter { $0 }.prefix(1).promoteFailure(to: RouteError.self)
        .timeout(timeout, failingWith: .timedOut(below.destination.route), on: environment.scheduler)
        .observe(on: .ui)
        .observe { event in
          MainActor.assumeIsolated {
            switch event {
            case .value: body()
            case .failed(let error): emitter.fail(error)
            case .completed: break
            }
          }
        })
  }
}

extension Router {
  /// Follows a link inside: opens what it names on top of this module. (`Navigator.open` builds the link's whole stack.) One
  /// value when it is on screen; results come by ``results(of:)``.
  public func open(_ link: String) -> Signal<Void, RouteError> {
    handle.ask { [handle] navigator, emitter in
      do throws(RouteError) {
        navigator.openRest(try navigator.links.parse(link), from: handle, .seconds(10), emitter)
      } catch { emitter.fail(error) }
    }
  }
}
