#if canImport(UIKit) && !os(watchOS)
  public import Signals
  public import UIKit

  extension UICollectionView {
    /// Shows rows by identity, each in a cell of the type that `cell` takes. Differences are animated while the collection is
    /// on screen. The binding sets the collection's data source and delegate. A layout with section headers shows headings.
    ///
    /// - Parameters:
    ///   - rows: the rows; of rows with the same id, only the first is shown.
    ///   - section: the heading of a row's section.
    ///   - select: the command that the selection of a row executes.
    ///   - cell: makes a cell show a row. The list retains it, so it captures its view controller weakly.
    @discardableResult public func bind<Row: Identifiable & Equatable & Sendable, Cell: UICollectionViewCell>(
      rows: some PropertyProtocol<[Row]>, section: @escaping @MainActor (Row) -> String? = { _ in nil },
      select: RowCommand<Row>? = nil, cell: @escaping @MainActor (Cell, Row) -> Void
    ) -> Disposable where Row.ID: Sendable {
      let list = CollectionRows(self, section, select, cell)
      delegate = list
      // UIKit retains neither a data source nor a delegate.
      KeepingView.keep(list, in: self)
      return rows.bind(to: self) { [weak list] collection, rows in list?.show(rows, animated: collection.window != nil)
      }
    }
  }

  /// The rows of a collection.
  final class CollectionRows<Row: Identifiable & Equatable & Sendable>: BoundRows<Row>, UICollectionViewDelegate
  where Row.ID: Sendable {
    private var source: UICollectionViewDiffableDataSource<String, Row.ID>?

    init<Cell: UICollectionViewCell>(
      _ collection: UICollectionView, _ section: @escaping @MainActor (Row) -> String?, _ selection: RowCommand<Row>?,
      _ configure: @escaping @MainActor (Cell, Row) -> Void
    ) {
      super.init(section, selection, [])
      let cells = UICollectionView.CellRegistration<Cell, Row> { cell, _, row in configure(cell, row) }
      let source = UICollectionViewDiffableDataSource<String, Row.ID>(collectionView: collection) {
        [weak self] collection, path, id in
        guard let row = self?.shown.rowsByID[id] else { return nil }
        return collection.dequeueConfiguredReusableCell(using: cells, for: path, item: row)
      }
      let headers = UICollectionView.SupplementaryRegistration<UICollectionViewListCell>(
        elementKind: UICollectionView.elementKindSectionHeader
      ) { [weak self] header, _, path in
        var content = header.defaultContentConfiguration()
        content.text = self?.title(ofSection: path.section)
        header.contentConfiguration = content
      }
      source.supplementaryViewProvider = { collection, _, path in
        collection.dequeueConfiguredReusableSupplementary(using: headers, for: path)
      }
      self.source = source
    }

    func show(_ rows: [Row], animated isAnimated: Bool) {
      source?.apply(snapshot(of: rows), animatingDifferences: isAnimated)
    }

    func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
      selection != nil
    }

    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
      collectionView.deselectItem(at: indexPath, animated: true)
      if let selection { execute(selection.name, at: indexPath) }
    }
  }
#endif
