#if canImport(UIKit) && !os(watchOS)
  import Signals
  import UIKit
  import VIPERUI

  /// The list under UIKit: a table, with buttons behind its rows and in the bar.
  final class ListViewController: UIViewController {
    private let presenter: ListPresenter

    init(_ presenter: ListPresenter) {
      self.presenter = presenter
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      let texts = presenter.texts, problem = UILabel(), table = UITableView(frame: view.bounds), empty = UILabel()
      let busy = UIActivityIndicatorView()
      let add = UIBarButtonItem(title: texts.addTitle), undo = UIBarButtonItem(title: texts.undoTitle)
      title = texts.listTitle
      table.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      table.backgroundView = empty
      for part in [problem, table, busy] { view.addSubview(part) }
      navigationItem.rightBarButtonItems = [add, undo]
      problem.accessibilityIdentifier = "problem"
      table.accessibilityIdentifier = "items"
      add.accessibilityIdentifier = "add"
      undo.accessibilityIdentifier = "undo"

      problem.bind(text: presenter.loadProblem.map { $0.isEmpty ? "" : "[!] \($0)" })
      empty.bind(text: presenter.noContent.map { $0.isEmpty ? "" : "(\($0))" })
      busy.bind(animating: presenter.isLoading)
      add.bind(presenter.add, hint: texts.add)
      undo.bind(presenter.undo, hint: texts.undo)
      bind(alerts: presenter.problems)
      table.bind(
        rows: presenter.rows, section: { "\($0.section) [\($0.image)]" },
        commands: [
          RowCommand("complete", presenter.complete, title: texts.completeTitle),
          RowCommand("delete", presenter.delete, title: texts.deleteTitle, isDestructive: true),
        ]
      ) { cell, row in
        var content = cell.defaultContentConfiguration()
        (content.text, content.secondaryText) = (row.title, row.dueDay)
        cell.contentConfiguration = content
        cell.accessibilityLabel = row.dueDay.isEmpty ? row.title : "\(row.title) — \(row.dueDay)"
      }
    }
  }
#endif
