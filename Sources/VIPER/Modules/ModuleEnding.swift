/// What is told when a module has closed.
@MainActor struct ModuleEnding {
  let waiters: [Waiter]
  let result: (any Sendable)?
  let route: String
  /// Whom its results are for: what it was open on, and who asked for it.
  let openers: [RouterHandle]

  func deliver() {
    for waiter in waiters { waiter.closed(with: result) }
    guard let result else { return }
    for opener in openers { opener.finished(ModuleResult(route: route, value: result)) }
  }
}
