/// The contents of the screen, and the user's actions there.
@MainActor public final class Drawing {
  public struct Control {
    public let identifier: String?
    public let title: String
    public let isEnabled: Bool
    public let hint: String
    /// Set for buttons.
    public let tap: (@MainActor () -> Void)?
    /// Set for fields: reading returns the shown text, and writing types text.
    public let text: Binding<String>?
  }
  public internal(set) var texts: [String] = []
  public internal(set) var controls: [Control] = []
  /// A swipe back, if there is a previous page.
  public internal(set) var swipeBack: (@MainActor () -> Void)?
  /// The choice of the first page in the menu of the back button, if there is a previous page.
  public internal(set) var backToFirst: (@MainActor () -> Void)?
  /// A swipe down on a sheet, or on a cover's place.
  public internal(set) var swipeAway: (@MainActor () -> Void)?
  public internal(set) var isCover = false
  /// Pulls the list down.
  public internal(set) var pull: (@MainActor () async -> Void)?
  /// The tabs by their titles, with the taps on them.
  public internal(set) var tabs: [(title: String, tap: @MainActor () -> Void)] = []
  public internal(set) var alert: (title: String, text: String, tap: @MainActor () -> Void)?
  /// The sheet or cover on this screen.
  public internal(set) var sheet: Drawing?

  /// The topmost screen, which the user sees.
  public var top: Drawing { sheet?.top ?? self }
  public func control(_ identifier: String) -> Control? { top.controls.first { $0.identifier == identifier } }

  // The values that modifiers set for the views inside them.
  var identifier: String?
  var hint = ""
  var isEnabled = true
  var destinations: [ObjectIdentifier: @MainActor (Any) -> any View] = [:]
  var selection: TabSelection?
  private let states: ViewStates
  private var place: [String]

  init(_ states: ViewStates, at place: [String]) { (self.states, self.place) = (states, place) }

  /// Another screen, with states of its own.
  func other(_ name: String) -> Drawing { Drawing(states, at: place + [name]) }

  /// What the view at this place keeps between drawings.
  func memory<Value>(_ name: String, _ initial: Value) -> Memory<Value> {
    states.memory(at: place + [name]) { Memory(initial) }
  }

  /// Runs `action` after the drawing, as part of another update.
  func afterwards(_ action: @escaping @MainActor () -> Void) { states.actions.append(action) }

  /// Draws a view, at its place: state belongs to the place.
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
    backToFirst = other.backToFirst ?? backToFirst
  }
}

/// What the user sees in place of a binding's value. A change is drawn.
@MainActor @Observable final class Memory<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}

/// A binding's value in the last update, and what is shown: the user's steps change only that.
struct Followed<Value: Equatable> {
  private var given: Value?
  var shown: Value

  init(_ shown: Value) { self.shown = shown }

  mutating func follow(_ value: Value) { if value != given { (given, shown) = (value, value) } }
}

/// The states of views by their places. Views of the same kind at one place are numbered.
@MainActor final class ViewStates {
  private var values: [[String]: AnyObject] = [:]
  private var numbers: [[String]: Int] = [:]
  var actions: [@MainActor () -> Void] = []

  func begin() { numbers = [:] }
  func number(of place: [String]) -> Int {
    numbers[place, default: 0] += 1
    return numbers[place] ?? 0
  }
  func memory<Value>(at place: [String], _ make: () -> Memory<Value>) -> Memory<Value> {
    if let memory = values[place] as? Memory<Value> { return memory }
    let memory = make()
    values[place] = memory
    return memory
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

/// Shows a view, and draws it again when a value that it read has changed.
@MainActor public final class HostedView {
  private let root: any View
  private let states = ViewStates()
  private var drawn: Drawing?
  /// The number of evaluations of bodies.
  public private(set) var draws = 0

  public init(_ root: some View) { self.root = root }

  /// The current screen, after all updates.
  public var screen: Drawing {
    while true {
      let screen = drawnScreen, actions = states.actions
      if actions.isEmpty { return screen }
      states.actions = []
      for action in actions { action() }
    }
  }

  private var drawnScreen: Drawing {
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
