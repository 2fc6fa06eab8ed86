/// Calls `body` when no sender is left that could end an observation: each possible sender holds the sink, which captures this
/// object. An observation of ``Signal/never`` releases it, too; a mark in the scope distinguishes it.
@usableFromInline final class Abandonment {
  private let scope: Disposable
  private let body: () -> Void

  @usableFromInline init(of scope: Disposable, _ body: @escaping () -> Void) {
    self.scope = scope
    self.body = body
  }

  deinit { if !scope.isDisposed, !scope.endsNever { body() } }
}
