import Foundation
import Signals
import Testing
import VIPER

/// No request can evade a guard: a module is not even built before its guard proceeds.
@MainActor @Suite struct GuardEvasionTests {
  enum Way: CaseIterable, Sendable {
    case push, present, replace, setRoot, tab, embed, theApp, twice
    case link, linkToTheRoot, linkThrough, linkInside
    case restoredRoot, restoredOnTop, restoredModal, restoredTab, restoredPart
    case notification, event, flowEvent, redirection, anotherInput
  }
  enum No: CaseIterable, Sendable { case refused, held, left, failed, redirected }

  private let app = TestApp()
  private let inbox = Route<Void, Never>("inbox")
  private let mail = ModuleEvent<String>(Notification.Name("mail"), read: { $0.userInfo?["text"] as? String })
  private let word = ModuleEvent<String>("word")
  private let asked = MutableProperty(0)

  /// `home#1` with `inbox#2` in it, which opens `details` when it receives an event.
  private func navigator(_ no: No) throws -> Navigator {
    app.guards["details"] = Guard { [asked] _, _ in
      asked.modify { $0 += 1 }
      return switch no {
      case .refused: .refuse("members only")
      case .held: .hold(until: .never)
      case .left: .hold(until: .empty)
      case .failed: .hold(until: .fail(.timedOut("the server")))
      case .redirected: .redirect(to: Route.plain.destination)
      }
    }
    let details = try Route.details.destination(with: "a")
    app.guards["other"] = Guard { _, _ in .redirect(to: details) }
    let navigator = try app.makeNavigator([
      Module(inbox, opens: .details) { [mail, word] router, _ in
        for event in [mail, word] {
          router.received(event).observeValues { router.push(.details, with: $0).start().stored(in: router.alive) }
            .stored(in: router.alive)
        }
        return Assembly()
      }
    ])
    navigator.open("/home").start()
    navigator.router.embed(inbox).start()
    return navigator
  }

  /// A saved tree with `details` open in a style on `home`, or as the root.
  private func saved(_ style: NavigationTree.Style) throws -> NavigationTree {
    let details = try Route.details.destination(with: "a")
    if style == .root { return try .after(.open(details, .root, from: nil)) }
    return try .after(.open(Route.home.destination, .root, from: nil), .open(details, style, from: 1))
  }

  private func ask(_ way: Way, _ navigator: Navigator) throws -> [Disposable] {
    let home = try app.router("home#1")
    let center = navigator.environment.notifications
    switch way {
    case .push: return [home.push(.details, with: "a").start()]
    case .present: return [home.present(.details, with: "a").start()]
    case .replace: return [home.replace(.details, with: "a").start()]
    case .setRoot: return [home.setRoot(.details, with: "a").start()]
    case .tab: return [home.tab(.details, with: "a").start()]
    case .embed: return [home.embed(.details, with: "a").start()]
    case .theApp: return [navigator.router.push(.details, with: "a").start()]
    case .twice: return (0..<2).map { _ in home.push(.details, with: "a").start() }
    case .link: return [navigator.open("/home/details;value=a").start()]
    case .linkToTheRoot: return [navigator.open("/details;value=a/form").start()]
    case .linkThrough: return [navigator.open("/home/details;value=a/form").start()]
    case .linkInside: return [home.open("/details;value=a/form").start()]
    case .restoredRoot: return [navigator.restore(try saved(.root)).start()]
    case .restoredOnTop: return [navigator.restore(try saved(.push)).start()]
    case .restoredModal: return [navigator.restore(try saved(.modal)).start()]
    case .restoredTab: return [navigator.restore(try saved(.tab)).start()]
    case .restoredPart: return [navigator.restore(try saved(.embedded)).start()]
    case .notification: center.post(name: Notification.Name("mail"), object: nil, userInfo: ["text": "a"])
    case .event: return [home.send(word, "a", to: .children).start()]
    case .flowEvent: try navigator.send(named: "word", json: #""a""#)
    case .redirection: return [home.push(.other, with: "a").start()]
    case .anotherInput: return [home.push(Route<Int, Int>("details"), with: 7).start()]
    }
    return []
  }

  @Test(arguments: Way.allCases, No.allCases) func nothingGoesAround(way: Way, no: No) throws {
    let navigator = try navigator(no)
    let asking = try ask(way, navigator)
    app.time.advance(by: .seconds(60))
    // A second request is covered by the screen that the guard redirected the first one to.
    #expect(asked.value == (way == .twice && no != .redirected ? 2 : 1))
    #expect(!navigator.tree.value.description.contains("details"))
    for opening in asking { opening.dispose() }
    #expect(app.built("details") == [] && navigator.leaks() == [])
  }
}
