#if canImport(UIKit) && !os(watchOS)
  import Signals
  import UIKit
  import VIPERUI

  /// A column of views.
  class FormViewController: UIViewController {
    private let form = UIStackView()

    init() { super.init(nibName: nil, bundle: nil) }

    required init?(coder: NSCoder) { nil }

    override func loadView() {
      form.axis = .vertical
      view = form
    }

    /// Adds a view; `name` is its accessibility identifier.
    func add(_ part: UIView, _ name: String?) {
      part.accessibilityIdentifier = name
      form.addArrangedSubview(part)
    }

    /// Adds a button that executes a command.
    func add<O: Sendable, F: Error>(_ title: String, _ name: String, _ command: Command<Void, O, F>, hint: String) {
      let button = UIButton(type: .system)
      button.setTitle(title, for: .normal)
      button.bind(command, hint: hint)
      add(button, name)
    }

    /// Adds a text behind its caption; nothing while it is empty.
    func add(_ text: some PropertyProtocol<String>, _ name: String, caption: String = "") {
      let label = UILabel()
      label.bind(text: text.asProperty.map { $0.isEmpty || caption.isEmpty ? $0 : "\(caption): \($0)" })
      add(label, name)
    }
  }
#endif
