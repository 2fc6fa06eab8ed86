open class UICollectionReusableView: UIView {
  public required override init(frame: CGRect = .zero) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { nil }
}
open class UICollectionViewCell: UICollectionReusableView {
  public var contentConfiguration: (any UIContentConfiguration)?
}
open class UICollectionViewListCell: UICollectionViewCell {
  public func defaultContentConfiguration() -> UIListContentConfiguration { UIListContentConfiguration() }
}
@MainActor open class UICollectionViewLayout: NSObject {}

@MainActor public protocol UICollectionViewDelegate: AnyObject {
  func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool
  func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath)
}

open class UICollectionView: UIView {
  @MainActor public struct CellRegistration<Cell: UICollectionViewCell, Item> {
    let handler: @MainActor (Cell, IndexPath, Item) -> Void
    public init(handler: @escaping @MainActor (Cell, IndexPath, Item) -> Void) { self.handler = handler }
  }
  @MainActor public struct SupplementaryRegistration<View: UICollectionReusableView> {
    let handler: @MainActor (View, String, IndexPath) -> Void
    public init(elementKind: String, handler: @escaping @MainActor (View, String, IndexPath) -> Void) {
      self.handler = handler
    }
  }
  public static let elementKindSectionHeader = "header"
  public weak var dataSource: AnyObject?
  public weak var delegate: (any UICollectionViewDelegate)?
  public convenience init(frame: CGRect, collectionViewLayout: UICollectionViewLayout) { self.init(frame: frame) }

  public func dequeueConfiguredReusableCell<Cell: UICollectionViewCell, Item>(
    using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item?
  ) -> Cell {
    let cell = Cell(frame: .zero)
    if let item { registration.handler(cell, indexPath, item) }
    return cell
  }
  public func dequeueConfiguredReusableSupplementary<View: UICollectionReusableView>(
    using registration: SupplementaryRegistration<View>, for indexPath: IndexPath
  ) -> View {
    let view = View(frame: .zero)
    registration.handler(view, Self.elementKindSectionHeader, indexPath)
    return view
  }
  public func deselectItem(at indexPath: IndexPath, animated: Bool) {}

  /// The user taps an item.
  public func tap(_ path: IndexPath) {
    guard delegate?.collectionView(self, shouldSelectItemAt: path) ?? true else { return }
    delegate?.collectionView(self, didSelectItemAt: path)
  }
}

open class UICollectionViewDiffableDataSource<Section: Hashable & Sendable, Item: Hashable & Sendable>:
  StandInDataSource<Section, Item, UICollectionViewCell>
{
  public var supplementaryViewProvider: (@MainActor (UICollectionView, String, IndexPath) -> UICollectionReusableView?)?
  public init(
    collectionView: UICollectionView,
    cellProvider: @escaping @MainActor (UICollectionView, IndexPath, Item) -> UICollectionViewCell?
  ) {
    super.init()
    make = { [unowned collectionView] in cellProvider(collectionView, $0, $1) }
    collectionView.dataSource = self
  }
}
