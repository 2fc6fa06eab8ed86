public typealias UIActionHandler = @MainActor (UIAction) -> Void

@MainActor public final class UIAction {
  public struct Identifier: Hashable, Sendable {
    let name: String
    public init(_ name: String) { self.name = name }
  }
  public let title: String
  public let identifier: Identifier
  private let handler: UIActionHandler
  public init(
    title: String = "", image: UIImage? = nil, identifier: Identifier? = nil, handler: @escaping UIActionHandler
  ) {
    (self.title, self.handler) = (title, handler)
    self.identifier = identifier ?? Identifier(UUID().uuidString)
  }
  public func performWithSender(_ sender: Any?, target: Any?) { handler(self) }
}

@MainActor open class UIControl: UIView {
  public struct Event: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let touchUpInside = Event(rawValue: 1 << 6)
    public static let valueChanged = Event(rawValue: 1 << 12)
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
    public static let editingChanged = Event(rawValue: 1 << 17)
  }
  open var isEnabled = true
  #if !os(tvOS)
    public var toolTip: String?
  #endif
  private var actions: [(event: Event, action: UIAction)] = []

  /// Replaces an action with the same identifier for the same event.
  public func addAction(_ action: UIAction, for event: Event) {
    actions.removeAll { $0.event == event && $0.action.identifier == action.identifier }
    actions.append((event, action))
  }
  public var allControlEvents: Event { Event(actions.map(\.event)) }
  /// It calls an action once for each of the events, as each is an event of its own.
  open func sendActions(for events: Event) {
    for event in [Event.touchUpInside, .valueChanged, .primaryActionTriggered, .editingChanged]
    where events.contains(event) {
      for (each, action) in actions where each.contains(event) { action.performWithSender(self, target: nil) }
    }
  }
}

open class UIButton: UIControl {
  public enum ButtonType: Sendable { case system }
  public struct State: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let normal: State = []
  }
  private var title: String?
  /// A touch inside a button is its primary action.
  public override func sendActions(for events: Event) {
    super.sendActions(for: events)
    if events.contains(.touchUpInside) { super.sendActions(for: .primaryActionTriggered) }
  }
  /// The user taps the button.
  public func tap() { if isEnabled { sendActions(for: .touchUpInside) } }
  public convenience init(type: ButtonType) { self.init(frame: .zero) }
  public func setTitle(_ title: String?, for state: State) { self.title = title }
  public func title(for state: State) -> String? { title }
}

open class UITextField: UIControl {
  public var text: String?
  public var placeholder: String?
  public var isSecureTextEntry = false
}

#if !os(tvOS)
  public final class UISwitch: UIControl {
    public private(set) var isOn = false
    public func setOn(_ isOn: Bool, animated: Bool) { self.isOn = isOn }
  }
#endif

#if !os(tvOS)
  public final class UIDatePicker: UIControl {
    public enum Mode: Sendable { case date, dateAndTime }
    public var date = Date(timeIntervalSince1970: 0)
    public var calendar: Calendar! = Calendar(identifier: .gregorian)
    public var timeZone: TimeZone?
    public var datePickerMode = Mode.dateAndTime
  }
#endif

#if !os(tvOS)
  public final class UIRefreshControl: UIControl {
    public private(set) var isRefreshing = false
    public func beginRefreshing() { isRefreshing = true }
    public func endRefreshing() { isRefreshing = false }
    /// The user pulls the list down.
    public func pull() {
      beginRefreshing()
      sendActions(for: .valueChanged)
    }
  }
#endif

@MainActor public final class UIBarButtonItem: UIAccessibleObject {
  public var title: String?
  public var image: UIImage?
  public var isEnabled = true
  /// The action sets the title.
  public var primaryAction: UIAction? { didSet { title = primaryAction?.title } }
  public init(title: String?, image: UIImage? = nil, primaryAction: UIAction? = nil) {
    (self.title, self.image, self.primaryAction) = (title, image, primaryAction)
  }
}

@MainActor public final class UINavigationItem {
  public var title: String?
  public var leftBarButtonItems: [UIBarButtonItem]?
  public var rightBarButtonItems: [UIBarButtonItem]?
}

@MainActor public final class UITabBarItem: UIAccessibleObject {
  public var title: String?
  public init(title: String?, image: UIImage?, tag: Int) { self.title = title }
}
