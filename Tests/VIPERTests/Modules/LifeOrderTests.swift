import Signals
import Testing
import VIPER
import VIPERTesting

/// The notifications of presenters and the ends of their bags, in order, for every kind of step.
@MainActor @Suite struct LifeOrderTests {
  enum Step: CaseIterable, Sendable {
    case push, modal, back, userBack, swipe, backOverSeveral, anotherTab, embedded, embeddedInATabHost, replace
    case replaceOfACoveredModule, root, cannotBeShown
  }

  private let app = TestApp()

  /// The open link before each step, and the notifications of the step, in order.
  private static let table = """
    push /home: details#2 loaded, home#1 focused ended, home#1 loses, details#2 gains
    modal /home: form#2 loaded, home#1 focused ended, home#1 loses, form#2 gains
    back /home/details;value=a: details#2 focused ended, details#2 loses, home#1 gains, details#2 unloaded, \
    details#2 alive ended
    backOverSeveral /home/details;value=a/details;value=b/form: form#4 focused ended, form#4 loses, home#1 gains, \
    form#4 unloaded, form#4 alive ended, details#3 unloaded, details#3 alive ended, details#2 unloaded, \
    details#2 alive ended
    anotherTab /tabs: other#3 loaded, selecting, details#2 focused ended, details#2 loses, other#3 gains, closing, \
    other#3 focused ended, other#3 loses, details#2 gains, other#3 unloaded, other#3 alive ended
    embedded /home: other#3 loaded, details#2 focused ended, details#2 loses, home#1 focused ended, home#1 loses, \
    other#3 gains, closing, other#3 focused ended, other#3 loses, home#1 gains, details#2 gains, other#3 unloaded, \
    other#3 alive ended
    embeddedInATabHost /tabs: details#2 loaded, details#2 gains, other#3 loaded, other#3 gains, details#4 loaded, \
    details#4 gains, pushing, other#5 loaded, details#4 focused ended, details#4 loses, other#3 focused ended, \
    other#3 loses, details#2 focused ended, details#2 loses, tabs#1 focused ended, tabs#1 loses, other#5 gains
    replace /home/details;value=a: other#3 loaded, details#2 focused ended, details#2 loses, other#3 gains, \
    details#2 unloaded, details#2 alive ended
    replaceOfACoveredModule /home/details;value=a/form: other#4 loaded, form#3 focused ended, form#3 loses, \
    other#4 gains, form#3 unloaded, form#3 alive ended, details#2 unloaded, details#2 alive ended
    root /home/details;value=a: form#3 loaded, details#2 focused ended, details#2 loses, form#3 gains, \
    details#2 unloaded, details#2 alive ended, home#1 unloaded, home#1 alive ended
    cannotBeShown /home: details#2 loaded, home#1 focused ended, home#1 loses, details#2 gains, \
    details#2 focused ended, details#2 loses, home#1 gains, details#2 unloaded, details#2 alive ended
    """

  private func make(_ step: Step, _ navigator: Navigator) throws {
    func home() throws -> Router<Never> { try app.router("home#1") }
    func tabs() throws -> Router<Never> { try app.router("tabs#1") }
    switch step {
    case .push: try home().push(.details, with: "a").start()
    case .modal: try home().present(.form).start()
    case .back: try app.details().back().start()
    case .userBack: navigator.userBack().start()
    case .swipe: navigator.userBack(alreadyShown: true).start()
    case .backOverSeveral: try app.form(4).back(to: .home).start()
    case .anotherTab:
      try tabs().tab(.details, with: "a").start()
      _ = app.takeLog()
      try tabs().tab(.other, with: "b").start()
      app.note("selecting")
      try tabs().select(.other, with: "b").start()
      app.note("closing")
      try app.other(3).back().start()
    case .embedded:
      try home().embed(.details, with: "a").start()
      _ = app.takeLog()
      try app.details().push(.other, with: "b").start()
      app.note("closing")
      try app.other(3).back().start()
    case .embeddedInATabHost:
      try tabs().tab(.details, with: "tab").start()
      try tabs().embed(.other, with: "part").start()
      try app.other(3).tab(.details, with: "inner").start()
      app.note("pushing")
      try tabs().push(.other, with: "top").start()
    case .replace, .replaceOfACoveredModule: try app.details().replace(.other, with: "b").start()
    case .root: navigator.router.setRoot(.form).start()
    case .cannotBeShown:
      app.stage.answer = .failing(.invalid("no room"))
      try home().push(.details, with: "a").start()
    }
  }

  @Test(arguments: Step.allCases) func everyStepNotifiesInOrder(step: Step) throws {
    let name = step == .userBack || step == .swipe ? "back" : "\(step)"
    let row = try #require(Self.table.split(separator: "\n").first { $0.hasPrefix(name + " ") })
    let link = String(row.dropFirst(name.count + 1).prefix { $0 != ":" })
    let navigator = try app.open(link), shown = app.stage.kinds.count
    _ = app.takeLog()
    try make(step, navigator)
    #expect("\(name) \(link): " + app.log.joined(separator: ", ") == row)
    // After a swipe, the view has already moved.
    #expect((app.stage.kinds.count == shown) == (step == .swipe))
    #expect(navigator.leaks() == [])
  }
}
