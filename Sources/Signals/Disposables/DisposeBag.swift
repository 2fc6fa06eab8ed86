/// Holds disposables for an owner and disposes them when it goes: keep one in a view or a presenter.
///
///     presenter.title.bind(to: self) { $0.text = $1 }.stored(in: bag)
public final class DisposeBag: Sendable {
  private let contents = LazyReference<Disposable>()

  /// An empty bag.
  public init() {}

  deinit { contents.dispose() }

  /// Whether it has been disposed; from then on, what is added is disposed at once.
  public var isDisposed: Bool { contents.isDisposed }

  /// Keeps `disposable` until the bag is disposed. Disposables that were disposed in the meantime are released.
  public func add(_ disposable: Disposable) { contents.disposable.add(disposable) }

  /// Disposes what is in the bag, first added first.
  public func dispose() { contents.dispose() }
}

extension Disposable {
  /// Disposes this when the bag goes.
  @discardableResult public func stored(in bag: DisposeBag) -> Self {
    bag.add(self)
    return self
  }

  /// Disposes this when the bag goes: ``stored(in:)`` by its name in Combine.
  public func store(in bag: DisposeBag) { bag.add(self) }
}
