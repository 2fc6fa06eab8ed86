#if canImport(UIKit) && !os(watchOS)
  public import Signals
  public import UIKit

  extension UITableView {
    /// Shows rows by identity. Differences are animated while the table is on screen. The binding sets the table's data source
    /// and delegate.
    ///
    ///     table.bind(
    ///       rows: presenter.rows, section: \.day,
    ///       select: RowCommand("open", presenter.open)
    ///     ) { cell, row in
    ///       var content = cell.defaultContentConfiguration()
    ///       content.text = row.title
    ///       cell.contentConfiguration = content
    ///     }
    ///
    /// - Parameters:
    ///   - rows: the rows; of rows with the same id, only the first is shown.
    ///   - section: the heading of a row's section.
    ///   - select: the command that the selection of a row executes.
    ///   - commands: the buttons behind a row, which a swipe shows.
    ///   - cell: makes a cell show a row. The list retains it, so it captures its view controller weakly.
    @discardableResult public func bind<Row: Identifiable & Equatable & Sendable>(
      rows: some PropertyProtocol<[Row]>, section: @escaping @MainActor (Row) -> String? = { _ in nil },
      select: RowCommand<Row>? = nil, commands: [RowCommand<Row>] = [],
      cell: @escaping @MainActor (UITableViewCell, Row) -> Void
    ) -> Disposable where Row.ID: Sendable {
      register(UITableViewCell.self, forCellReuseIdentifier: "row")
      let list = TableRows(self, section, select, commands, cell)
      delegate = list
      // UIKit retains neither a data source nor a delegate.
      KeepingView.keep(list, in: self)
      return rows.bind(to: self) { [weak list] table, rows in list?.show(rows, animated: table.window != nil) }
    }
  }

  /// The rows of a table.
  final class TableRows<Row: Identifiable & Equatable & Sendable>: BoundRows<Row>, UITableViewDelegate
  where Row.ID: Sendable {
    private var source: TitledDataSource<Row.ID>?

    init(
      _ table: UITableView, _ section: @escaping @MainActor (Row) -> String?, _ selection: RowCommand<Row>?,
      _ commands: [RowCommand<Row>], _ configure: @escaping @MainActor (UITableViewCell, Row) -> Void
    ) {
      super.init(section, selection, commands)
      source = TitledDataSource(tableView: table) { [weak self] table, path, id in
        let cell = table.dequeueReusableCell(withIdentifier: "row", for: path)
        if let row = self?.shown.rowsByID[id] { configure(cell, row) }
        return cell
      }
      source?.title = { [weak self] in self?.title(ofSection: $0) }
    }

    func show(_ rows: [Row], animated isAnimated: Bool) {
      source?.apply(snapshot(of: rows), animatingDifferences: isAnimated)
    }

    func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { selection != nil }

    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
      tableView.deselectRow(at: indexPath, animated: true)
      if let selection { execute(selection.name, at: indexPath) }
    }

    #if !os(tvOS)
      func tableView(
        _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
      ) -> UISwipeActionsConfiguration? {
        guard let row = row(at: indexPath) else { return nil }
        return UISwipeActionsConfiguration(
          actions: commands.filter(\.isEnabled.value).map { command in
            UIContextualAction(style: command.isDestructive ? .destructive : .normal, title: command.title) {
              _, _, done in
              command.execute(row)
              // The row disappears only when the new rows arrive.
              done(false)
            }
          })
      }
    #endif
  }

  /// A data source whose sections have headings.
  final class TitledDataSource<ID: Hashable & Sendable>: UITableViewDiffableDataSource<String, ID> {
    var title: @MainActor (Int) -> String? = { _ in nil }

    override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
      title(section)
    }
  }
#endif
