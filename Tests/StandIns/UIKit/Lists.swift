extension IndexPath {
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
  public var section: Int { self[0] }
  public var row: Int { self[1] }
  public var item: Int { self[1] }
}

public protocol UIContentConfiguration {}
public struct UIListContentConfiguration: UIContentConfiguration {
  public var text: String?
  public var secondaryText: String?
}

open class UITableViewCell: UIView {
  public var contentConfiguration: (any UIContentConfiguration)?
  public required override init(frame: CGRect = .zero) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { nil }
  public func defaultContentConfiguration() -> UIListContentConfiguration { UIListContentConfiguration() }
}

@MainActor public protocol UITableViewDataSource: AnyObject {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
  func numberOfSections(in tableView: UITableView) -> Int
  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?
}

@MainActor public protocol UITableViewDelegate: AnyObject {
  func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath)
  #if !os(tvOS)
    func tableView(
      _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
    ) -> UISwipeActionsConfiguration?
  #endif
}

#if !os(tvOS)
  @MainActor public final class UIContextualAction: NSObject {
    public enum Style: Sendable { case normal, destructive }
    public typealias Handler = @MainActor (UIContextualAction, UIView, @escaping (Bool) -> Void) -> Void
    public let style: Style, title: String?, handler: Handler
    public init(style: Style, title: String?, handler: @escaping Handler) {
      (self.style, self.title, self.handler) = (style, title, handler)
    }
  }
#endif
#if !os(tvOS)
  @MainActor public final class UISwipeActionsConfiguration: NSObject {
    public let actions: [UIContextualAction]
    public init(actions: [UIContextualAction]) { self.actions = actions }
  }
#endif

open class UITableView: UIView {
  public enum Style: Sendable { case plain }
  public weak var dataSource: (any UITableViewDataSource)?
  public weak var delegate: (any UITableViewDelegate)?
  public var backgroundView: UIView?
  #if !os(tvOS)
    public var refreshControl: UIRefreshControl?
  #endif
  private var cells: [String: UITableViewCell.Type] = [:]
  public convenience init(frame: CGRect, style: Style) { self.init(frame: frame) }

  public func register(_ type: UITableViewCell.Type, forCellReuseIdentifier identifier: String) {
    cells[identifier] = type
  }
  public func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
    (cells[identifier] ?? UITableViewCell.self).init(frame: .zero)
  }
  public var numberOfSections: Int { dataSource?.numberOfSections(in: self) ?? 1 }
  public func numberOfRows(inSection section: Int) -> Int {
    dataSource?.tableView(self, numberOfRowsInSection: section) ?? 0
  }
  public func deselectRow(at indexPath: IndexPath, animated: Bool) {}

  /// The user taps a row.
  public func tap(_ path: IndexPath) {
    guard delegate?.tableView(self, shouldHighlightRowAt: path) ?? true else { return }
    delegate?.tableView(self, didSelectRowAt: path)
  }
  #if !os(tvOS)
    /// The user swipes a row, and taps a button behind it.
    public func swipe(_ path: IndexPath, tap title: String) {
      let actions = delegate?.tableView(self, trailingSwipeActionsConfigurationForRowAt: path)?.actions ?? []
      if let action = actions.first(where: { $0.title == title }) { action.handler(action, self) { _ in } }
    }
  #endif
}

public struct NSDiffableDataSourceSnapshot<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  public private(set) var sectionIdentifiers: [Section] = []
  private var items: [Section: [Item]] = [:]
  public private(set) var reconfiguredItemIdentifiers: [Item] = []
  public init() {}
  public var itemIdentifiers: [Item] { sectionIdentifiers.flatMap { items[$0] ?? [] } }
  public func itemIdentifiers(inSection section: Section) -> [Item] { items[section] ?? [] }
  public mutating func appendSections(_ sections: [Section]) {
    precondition(
      Set(sectionIdentifiers + sections).count == sectionIdentifiers.count + sections.count, "duplicate section")
    sectionIdentifiers += sections
  }
  public mutating func appendItems(_ new: [Item], toSection section: Section) {
    precondition(Set(itemIdentifiers + new).count == itemIdentifiers.count + new.count, "duplicate item")
    items[section, default: []] += new
  }
  public mutating func reconfigureItems(_ identifiers: [Item]) {
    precondition(Set(identifiers).isSubset(of: itemIdentifiers), "an item that is not there")
    reconfiguredItemIdentifiers += identifiers
  }
}

/// The common part of the data sources of tables and of collections. Only new cells and explicitly reconfigured cells are
/// configured.
@MainActor open class StandInDataSource<Section: Hashable & Sendable, Item: Hashable & Sendable, Cell: UIView>: NSObject
{
  public private(set) var current = NSDiffableDataSourceSnapshot<Section, Item>()
  /// For each change, whether it was animated.
  public private(set) var animations: [Bool] = []
  private var cells: [Item: Cell] = [:]
  /// The number of configured cells.
  public private(set) var configured = 0
  var make: (@MainActor (IndexPath, Item) -> Cell?)!

  public func snapshot() -> NSDiffableDataSourceSnapshot<Section, Item> { current }
  public func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<Section, Item>, animatingDifferences: Bool = true,
    completion: (() -> Void)? = nil
  ) {
    current = snapshot
    animations.append(animatingDifferences)
    cells = cells.filter { snapshot.itemIdentifiers.contains($0.key) }
    for item in snapshot.reconfiguredItemIdentifiers { cells[item] = nil }
    completion?()
  }
  public func cell(at path: IndexPath) -> Cell? {
    let item = current.itemIdentifiers(inSection: current.sectionIdentifiers[path.section])[path.item]
    if let cell = cells[item] { return cell }
    configured += 1
    cells[item] = make(path, item)
    return cells[item]
  }
}

open class UITableViewDiffableDataSource<Section: Hashable & Sendable, Item: Hashable & Sendable>:
  StandInDataSource<Section, Item, UITableViewCell>, UITableViewDataSource
{
  public init(
    tableView: UITableView, cellProvider: @escaping @MainActor (UITableView, IndexPath, Item) -> UITableViewCell?
  ) {
    super.init()
    make = { [unowned tableView] in cellProvider(tableView, $0, $1) }
    tableView.dataSource = self
  }
  open func numberOfSections(in tableView: UITableView) -> Int { current.sectionIdentifiers.count }
  open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    current.itemIdentifiers(inSection: current.sectionIdentifiers[section]).count
  }
  open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    cell(at: indexPath) ?? UITableViewCell()
  }
  open func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { nil }
}
