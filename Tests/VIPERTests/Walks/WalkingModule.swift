import Signals
import VIPER

/// The life of one module, from its presenter's notifications. It notes those that come out of order.
@MainActor final class Life {
  enum Moment: String { case built, loaded, gains, loses, unloaded, ended }

  let name: String
  let isReady = MutableProperty(true)
  var isWilling = true
  private(set) var moment = Moment.built
  private let note: (String) -> Void
  private var isFocusedAlive = false

  init(_ name: String, _ note: @escaping (String) -> Void) {
    self.name = name
    self.note = note
  }

  var isOpen: Bool { [.loaded, .gains, .loses].contains(moment) }
  var hasFocus: Bool { moment == .gains }

  func reach(_ next: Moment, _ router: Router<Int>? = nil) {
    let before: [Moment] =
      switch next {
      case .built: []
      case .loaded: [.built]
      case .gains: [.loaded, .loses]
      case .loses: [.gains]
      case .unloaded: [.loaded, .loses]
      case .ended: [.unloaded, .built]
      }
    if !before.contains(moment) { note("\(name) is told \(next) after \(moment)") }
    if next == .gains, let router {
      isFocusedAlive = true
      router.focused.add(Disposable { [weak self] in MainActor.assumeIsolated { self?.isFocusedAlive = false } })
    }
    if next == .loses, isFocusedAlive { note("\(name) loses the focus before what belongs to it has ended") }
    moment = next
  }
}

/// A presenter that notes its notifications, and now and then makes a request during one.
@MainActor final class LivingPresenter: Presenter {
  private let router: Router<Int>
  private let life: Life
  private let interrupt: () -> Void

  init(_ router: Router<Int>, _ life: Life, _ interrupt: @escaping () -> Void) {
    (self.router, self.life, self.interrupt) = (router, life, interrupt)
    router.alive.add(Disposable { MainActor.assumeIsolated { life.reach(.ended) } })
  }

  private func reach(_ moment: Life.Moment) {
    life.reach(moment, router)
    interrupt()
  }
  func loaded() { reach(.loaded) }
  func willGainFocus() { reach(.gains) }
  func willLoseFocus() { reach(.loses) }
  func unloaded() { reach(.unloaded) }
  var isReady: Property<Bool> { life.isReady.readOnly }

  func shouldGoBack() -> Bool {
    interrupt()
    return life.isWilling
  }
}

final class LivingPart: Sendable {}
