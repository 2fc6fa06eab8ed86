#if canImport(UIKit) && !os(watchOS)
  import Signals
  import UIKit
  import VIPERUI

  /// A picture in the list: the same picture may be found twice.
  private struct ResultRow: Identifiable, Equatable, Sendable {
    let id: Int
    let picture: Picture
  }

  /// The results under UIKit: pulling the list down, which a television cannot, starts over.
  final class ResultsViewController: UIViewController {
    private let presenter: ResultsPresenter

    init(_ presenter: ResultsPresenter) {
      self.presenter = presenter
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      let texts = presenter.texts, table = UITableView(frame: view.bounds), empty = UILabel(), added = UILabel()
      let busy = UIActivityIndicatorView()
      let more = UIBarButtonItem(title: texts.moreTitle), cancel = UIBarButtonItem(title: texts.cancelTitle)
      title = texts.resultsTitle
      table.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      empty.text = "(\(texts.noPictures))"
      table.backgroundView = empty
      for part in [table, added, busy] { view.addSubview(part) }
      navigationItem.rightBarButtonItems = [more, cancel]
      table.accessibilityIdentifier = "results"
      added.accessibilityIdentifier = "added"
      more.accessibilityIdentifier = "more"
      cancel.accessibilityIdentifier = "cancel"

      empty.bind(hidden: presenter.rows.map { !$0.isEmpty })
      added.bind(
        text: presenter.added.map { $0.map { "\(texts.addedLabel): \($0.lowerBound + 1)-\($0.upperBound)" } ?? "" })
      busy.bind(animating: presenter.isLoading)
      more.bind(presenter.more, hint: texts.more)
      cancel.bind(cancelling: presenter.more, presenter.refresh, hint: texts.cancelLoading)
      #if !os(tvOS)
        let refresh = UIRefreshControl()
        refresh.accessibilityIdentifier = "refresh"
        refresh.bind(presenter.refresh)
        refresh.accessibilityHint = texts.refresh
        table.refreshControl = refresh
      #endif
      bind(alerts: presenter.alerts, title: texts.alertTitle, button: texts.alertButton)
      bind(alerts: presenter.problems)
      table.bind(
        rows: presenter.rows.map { zip(0..., $0).map { ResultRow(id: $0, picture: $1) } },
        select: RowCommand("open", presenter.open) { $0.picture },
        commands: [RowCommand("follow", presenter.follow, title: texts.linkTitle) { $0.picture }]
      ) { cell, row in
        var content = cell.defaultContentConfiguration()
        (content.text, content.secondaryText) = (row.picture.title, "\(row.picture.thumb)\n\(row.picture.cover)")
        cell.contentConfiguration = content
      }
    }
  }
#endif
