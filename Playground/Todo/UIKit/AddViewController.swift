#if canImport(UIKit) && !os(watchOS)
  import Signals
  import UIKit
  import VIPERUI

  /// The sheet for a new item under UIKit. A touch beside its fields cancels it.
  final class AddViewController: UIViewController {
    private let presenter: AddPresenter

    init(_ presenter: AddPresenter) {
      self.presenter = presenter
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      let texts = presenter.texts, name = UITextField(), due = makeDay(), busy = UIActivityIndicatorView()
      let save = UIBarButtonItem(title: texts.saveTitle), cancel = UIBarButtonItem(title: texts.cancelTitle)
      let background = UIButton(frame: view.bounds), fields = UIStackView(arrangedSubviews: [name, due, busy])
      title = texts.addTitle
      fields.axis = .vertical
      background.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      for part in [background, fields] { view.addSubview(part) }
      (navigationItem.rightBarButtonItems, navigationItem.leftBarButtonItems) = ([save], [cancel])
      name.accessibilityIdentifier = "name"
      save.accessibilityIdentifier = "save"
      cancel.accessibilityIdentifier = "cancel"
      background.accessibilityIdentifier = "touch"

      name.bind(text: presenter.name)
      name.bind(disabledReason: presenter.lock, hint: texts.name)
      save.bind(presenter.save, hint: texts.save)
      cancel.bind(presenter.cancel, hint: texts.cancel)
      background.bind(presenter.cancel, hint: texts.touch)
      busy.bind(animating: presenter.save.isExecuting)
      bind(alerts: presenter.problems)
    }

    /// The field for the day; a television has no date picker, so an item is due today.
    private func makeDay() -> UIView {
      #if os(tvOS)
        return UIView()
      #else
        let due = UIDatePicker()
        due.datePickerMode = .date
        presenter.calendar.bind(to: due) { ($0.calendar, $0.timeZone) = ($1, $1.timeZone) }
        due.accessibilityIdentifier = "due"
        due.bind(date: presenter.due)
        due.bind(disabledReason: presenter.lock, hint: presenter.texts.due)
        return due
      #endif
    }
  }
#endif
