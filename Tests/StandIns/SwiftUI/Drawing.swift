/// What is on the screen, and what the user can do there.
@MainActor public final class Drawing {
  public struct Control {
    public let identifier: String?
    public let title: String
    public let isEnabled: Bool
    public let hint: String
    /// Set for buttons.
    public let tap: (@MainActor () -> Void)?
    /// Set for fields: what they show, and what typing does.
    public let text: Binding<String>?
  }
  public internal(set) var texts: [String] = []
  public internal(set) var controls: [Control] = []
  /// A swipe back, where there is something to go back to.
  public internal(set) var swipeBack: (@MainActor () -> Void)?
  /// A swipe down on a sheet, or on a cover's place.
  public internal(set) var swipeAway: (@MainActor () -> Void)?
  public internal(set) var isCover = false
  /// Pulls the list down.
  public internal(set) var pull: (@MainActor () async -> Void)?
  /// The tabs by their titles, and taps on them.
  public internal(set) var tabs: [(title: String, tap: @MainActor () -> Void)] = []
  public internal(set) var alert: (title: String, text: String, tap: @MainActor () -> Void)?
  /// What covers this.
  public internal(set) var sheet: Drawing?

  /// What the user sees: the topmost.
  public var top: Drawing { sheet?.top ?? self }
  public func control(_ identifier: String) -> Control? { top.controls.first { $0.identifier == identifier } }

  // What modifiers say to what is inside them.
  var identifier: String?
  var hint = ""
  var isEnabled = true
  var destinations: [ObjectIdentifier: @MainActor (Any) -> any View] = [:]
  var selection: TabSelection?
  private let states: ViewStates
  private var place: [String]

  init(_ states: ViewStates, at place: [String]) { (self.states, self.place) = (states, place) }

  /// Another screen, whose states are apart.
  func other(_ name: String) -> Drawing { Drawing(states, at: place + [name]) }

  /// Draws a view, at its place: state stays with that.
  func draw(_ view: some View, as name: String = "") {
    place.append("\(name)\(type(of: view))")
    place[place.count - 1] += "\(states.number(of: place))"
    if let primitive = view as? any Primitive {
      primitive.draw(self)
    } else {
      states.keep(in: view, at: place)
      draw(view.body)
    }
    place.removeLast()
  }

  func take(_ other: Drawing) {
    texts += other.texts
    controls += other.controls
    tabs += other.tabs
    (pull, alert) = (other.pull ?? pull, other.alert ?? alert)
    sheet = other.sheet ?? sheet
    swipeBack = other.swipeBack ?? swipeBack
  }
}

/// The states of views by their places. The views of one kind at one place are numbered.
@MainActor final class ViewStates {
  private var values: [[String]: AnyObject] = [:]
  private var numbers: [[String]: Int] = [:]

  func begin() { numbers = [:] }
  func number(of place: [String]) -> Int {
    numbers[place, default: 0] += 1
    return numbers[place] ?? 0
  }
  func keep(in value: Any, at place: [String]) {
    for (label, child) in Mirror(reflecting: value).children {
      let place = place + [label ?? ""]
      if let state = child as? any Stateful {
        state.keep(&values[place])
      } else if child is any DynamicProperty || child is any ViewModifier {
        keep(in: child, at: place)
      }
    }
  }
}

/// Shows a view, and draws it again when something has changed that it read.
@MainActor public final class HostedView {
  private let root: any View
  private let states = ViewStates()
  private var drawn: Drawing?
  /// How often bodies were asked for.
  public private(set) var draws = 0

  public init(_ root: some View) { self.root = root }

  /// The screen as it is now.
  public var screen: Drawing {
    if let drawn { return drawn }
    draws += 1
    states.begin()
    let drawing = Drawing(states, at: [])
    withObservationTracking {
      drawing.draw(root)
    } onChange: { [weak self] in
      MainActor.assumeIsolated { self?.drawn = nil }
    }
    drawn = drawing
    return drawing
  }
}
