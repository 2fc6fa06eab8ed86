#if canImport(UIKit) && !os(watchOS)
  import Signals
  import UIKit
  import VIPERUI

  /// The list of the apps under UIKit.
  final class HomeViewController: UIViewController {
    private let presenter: HomePresenter, texts: HomeTexts

    init(_ presenter: HomePresenter, _ texts: HomeTexts) {
      (self.presenter, self.texts) = (presenter, texts)
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      let table = UITableView(frame: view.bounds)
      bind(title: presenter.title)
      table.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      table.accessibilityIdentifier = "apps"
      view.addSubview(table)
      table.bind(rows: presenter.rows, select: RowCommand("open", presenter.open)) { cell, row in
        var content = cell.defaultContentConfiguration()
        (content.text, content.secondaryText) = (row.name, row.about)
        cell.contentConfiguration = content
        cell.accessibilityLabel = "\(row.name): \(row.about)"
      }
      bind(alerts: presenter.problems)
    }
  }
#endif
