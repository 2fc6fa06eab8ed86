#if canImport(UIKit) && !os(watchOS)
  import REPL
  import Signals
  import UIKit
  import VIPERUI

  /// The rows of a bound table, in the form that a console lists.
  @MainActor struct ReadRows {
    private struct Row: Sendable {
      let path: IndexPath
      let section: String?
      /// The cell's accessibility label, or else the lines of its content.
      let texts: [String]
    }
    private let list: any ListRows
    private let rows: [Row]
    /// The text shown when there are no rows.
    private let empty: String

    init?(_ table: UITableView) {
      guard let list = table.delegate as? any ListRows else { return nil }
      self.list = list
      let label = table.backgroundView as? UILabel
      empty = label?.isHidden == false ? label?.text ?? "" : ""
      rows = (0..<table.numberOfSections).flatMap { section in
        (0..<table.numberOfRows(inSection: section)).map { row in
          let path = IndexPath(row: row, section: section)
          let cell = table.dataSource?.tableView(table, cellForRowAt: path)
          return Row(path: path, section: list.title(ofSection: section), texts: Self.texts(of: cell))
        }
      }
    }

    private static func texts(of cell: UITableViewCell?) -> [String] {
      if let label = cell?.accessibilityLabel { return [label] }
      let content = cell?.contentConfiguration as? UIListContentConfiguration
      return [content?.text ?? ""] + (content?.secondaryText?.components(separatedBy: "\n") ?? [])
    }

    func control(_ name: String) -> Control {
      let list = list
      let actions = list.commandNames.map { command in
        let (isEnabled, reason) = list.state(of: command)
        let execute = Command<Row, Void, Never>(unless: Property<String?>(constant: isEnabled ? nil : reason ?? "")) {
          row in
          .deferred {
            MainActor.assumeIsolated { list.execute(command, at: row.path) }
            return .empty
          }
        }
        return RowAction.row(command, execute)
      }
      return .list(
        name, Property(constant: rows), empty: Property(constant: empty), section: \.section, cells: \.texts, actions)
    }
  }
#endif
