import Signals
import VIPER
import VIPERUI

#if canImport(UIKit) && !os(watchOS)
  import UIKit

  final class NotesViewController: UIViewController {
    private let presenter: NotesPresenter
    private let field = UITextField(), button = UIButton(type: .system)
    private let table = UITableView(frame: .zero, style: .plain)

    init(_ presenter: NotesPresenter) {
      self.presenter = presenter
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      for part in [field, button, table] { view.addSubview(part) }
      field.bind(text: presenter.draft)
      button.bind(presenter.add)
      bind(title: presenter.notes.map { "\($0.count) notes" })
      bind(alerts: presenter.add.failures.map { "\($0)" })
      table.bind(rows: presenter.notes, select: RowCommand("open", presenter.open)) { cell, note in
        var content = cell.defaultContentConfiguration()
        content.text = note.text
        cell.contentConfiguration = content
      }
    }
  }

  func start(in window: UIWindow, _ environment: AppEnvironment, _ modules: [Module]) throws -> Navigator {
    try Navigator(stage: UIKitStage(window: window), environment: environment, modules: modules)
  }
#endif

#if canImport(SwiftUI)
  import SwiftUI

  struct NotesView: View {
    private let presenter: NotesPresenter
    @Field private var draft: String
    @Observed private var notes: [Note]

    init(_ presenter: NotesPresenter) {
      self.presenter = presenter
      _draft = Field(presenter.draft)
      _notes = Observed(presenter.notes)
    }

    var body: some View {
      List {
        TextField("Note", text: $draft)
        CommandButton("Add", presenter.add)
        ForEach(notes) { note in Text(note.text) }
      }
      .alerts(presenter.add.failures.map { "\($0)" })
    }
  }
#endif
