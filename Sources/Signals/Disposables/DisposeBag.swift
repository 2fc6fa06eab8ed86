/// Holds disposables for an owner and disposes them when the bag is released: store a bag in a view or a presenter.
///
///     presenter.title.bind(to: self) { $0.text = $1 }.stored(in: bag)
public final class DisposeBag: Sendable {
  private let contents = Disposable()

  /// An empty bag.
  public init() {}

  deinit { contents.dispose() }

  /// Whether this is disposed.
  public var isDisposed: Bool { contents.isDisposed }

  /// Holds `disposable` until the bag is disposed; disposes it at once after that. Disposed ones are released meanwhile.
  public func add(_ disposable: Disposable) { contents.add(disposable) }

  /// Disposes the contents, in the order they were added.
  public func dispose() { contents.dispose() }
}

extension Disposable {
  /// Disposes this when the bag is released.
  @discardableResult public func stored(in bag: DisposeBag) -> Self {
    bag.add(self)
    return self
  }
}
