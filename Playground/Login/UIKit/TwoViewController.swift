#if canImport(UIKit) && !os(watchOS)
  import Signals
  import UIKit
  import VIPER
  import VIPERUI

  /// The message under UIKit: a touch anywhere goes back.
  final class TwoViewController: UIViewController {
    private let message: String, touch: Command<Void, Void, RouteError>, texts: LoginTexts

    init(_ message: String, _ touch: Command<Void, Void, RouteError>, _ texts: LoginTexts) {
      (self.message, self.touch, self.texts) = (message, touch, texts)
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      let label = UILabel(frame: view.bounds), screen = UIButton(frame: view.bounds)
      for part in [label, screen] {
        part.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(part)
      }
      label.text = message
      label.accessibilityIdentifier = "message"
      screen.accessibilityIdentifier = "touch"
      screen.bind(touch, hint: texts.touch)
    }
  }
#endif
