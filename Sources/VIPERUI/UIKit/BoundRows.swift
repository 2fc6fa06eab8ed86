#if canImport(UIKit) && !os(watchOS)
  import Signals
  import UIKit

  /// Retains objects that a view does not retain itself, while the view exists.
  final class KeepingView: UIView {
    private let kept: AnyObject

    private init(_ kept: AnyObject) {
      self.kept = kept
      super.init(frame: .zero)
      isHidden = true
    }

    required init?(coder: NSCoder) { nil }

    /// Retains `object` in place of the previous one.
    static func keep(_ object: AnyObject, in view: UIView) {
      for old in view.subviews where old is KeepingView { old.removeFromSuperview() }
      view.addSubview(KeepingView(object))
    }
  }

  /// The rows of one list; also the list's delegate.
  @MainActor class BoundRows<Row: Identifiable & Equatable & Sendable>: NSObject, ListRows
  where Row.ID: Sendable {
    typealias Snapshot = NSDiffableDataSourceSnapshot<String, Row.ID>

    private(set) var shown = RowSections<Row>([], by: { _ in nil })
    private let section: @MainActor (Row) -> String?
    let selection: RowCommand<Row>?
    let commands: [RowCommand<Row>]

    init(
      _ section: @escaping @MainActor (Row) -> String?, _ selection: RowCommand<Row>?, _ commands: [RowCommand<Row>]
    ) {
      (self.section, self.selection, self.commands) = (section, selection, commands)
    }

    /// The new content of the list.
    func snapshot(of rows: [Row]) -> Snapshot {
      let before = shown
      shown = RowSections(rows, by: section)
      var snapshot = Snapshot()
      for (title, rows) in shown.sections {
        snapshot.appendSections([title ?? ""])
        snapshot.appendItems(rows.map(\.id), toSection: title ?? "")
      }
      snapshot.reconfigureItems(shown.changed(since: before))
      return snapshot
    }

    func title(ofSection index: Int) -> String? {
      shown.sections.indices.contains(index) ? shown.sections[index].title : nil
    }

    func row(at path: IndexPath) -> Row? {
      guard shown.sections.indices.contains(path.section) else { return nil }
      let rows = shown.sections[path.section].rows
      return rows.indices.contains(path.item) ? rows[path.item] : nil
    }

    var commandNames: [String] { all.map(\.name) }

    func state(of command: String) -> (isEnabled: Bool, reason: String?) {
      let command = all.first { $0.name == command }
      return (command?.isEnabled.value ?? false, command?.disabledReason.value)
    }

    func execute(_ command: String, at path: IndexPath) {
      guard let row = row(at: path) else { return }
      all.first { $0.name == command }?.execute(row)
    }

    private var all: [RowCommand<Row>] { (selection.map { [$0] } ?? []) + commands }
  }
#endif
