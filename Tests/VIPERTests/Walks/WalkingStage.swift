import Signals
import VIPER

/// A stage that may be slow, fail, never answer or answer too late. It notes transitions that do not fit the screen.
@MainActor final class WalkingStage: Stage {
  enum Mood: CaseIterable { case atOnce, slow, failing, failingLater, silent, late }

  var mood = Mood.atOnce
  /// Called with each violated promise.
  var note: (String) -> Void = { _ in }
  /// The kinds of transitions it was asked for.
  private(set) var kinds: Set<NavigationTree.Transition.Kind> = []
  /// The tree on screen, after the transitions and swipes so far.
  private var picture: Picture {
    get { pictures.value }
    set { pictures.value = newValue }
  }
  private let pictures = MutableProperty(Picture())
  /// The tree of open modules.
  var open: () -> NavigationTree? = { nil }
  private let time: VirtualTimeScheduler
  /// The start times of the steps that it is showing, by number. A step that takes too long is given up and corrected.
  private let underWay = MutableProperty<[Int: Duration]>([:])
  private var count = 0
  /// Answers the last step.
  private let answer = MutableProperty<(@Sendable (_ isShown: Bool) -> Void)?>(nil)

  init(_ time: VirtualTimeScheduler) { self.time = time }

  var isIdle: Bool { underWay.value.values.allSatisfy { time.now - $0 >= .seconds(30) } }

  /// The tree on screen; nil if the stage could not show what it was asked to show again.
  var shown: NavigationTree? { picture.isUnsure ? nil : picture.tree }

  private struct Picture: Sendable {
    var tree = NavigationTree()
    /// The picture before the transition under way, which comes back if that fails.
    var before = NavigationTree()
    var isUnsure = false
    var wasUnsure = false
  }

  /// The user swipes a screen away: the topmost if none is given.
  func swipe(_ id: Int?) {
    func swiped(_ tree: NavigationTree) -> NavigationTree {
      let top = tree.path.last { $0.style == .push || $0.style == .modal }
      guard let id = id ?? top?.id, case .perform(let transition) = tree.decide(.close(id)) else { return tree }
      return transition.after
    }
    (picture.tree, picture.before) = (swiped(picture.tree), swiped(picture.before))
  }

  /// Answers now, whatever its mood; has no effect if it has already answered.
  func answer(_ isShown: Bool) { answer.value?(isShown) }

  func perform(_ transition: NavigationTree.Transition, view: (NavigationTree.Node.ID) -> AnyObject?) -> Signal<
    Never, RouteError
  > {
    kinds.insert(transition.kind)
    if !isIdle { note("a \(transition.kind) is to be shown during another step") }
    for node in transition.after.everyNode where view(node.id) == nil {
      note("\(node.name) has no view for a \(transition.kind)")
    }
    count += 1
    // A correction to the current or empty tree: a stage that cannot show it stays wrong.
    let isCorrection = transition.after == open() || transition.after.root == nil
    picture = Picture(tree: transition.after, before: picture.tree, wasUnsure: picture.isUnsure)
    underWay.modify { $0[count] = time.now }
    let mood = mood
    let end: @Sendable () -> Void = { [underWay, count] in underWay.modify { $0[count] = nil } }
    return Signal { [time, answer, pictures] emitter in
      emitter.disposable.add(Disposable(end))
      let complete: @Sendable () -> Void = {
        end()
        emitter.complete()
      }
      let fail: @Sendable () -> Void = {
        pictures.modify { picture in
          (picture.tree, picture.isUnsure) = (picture.before, picture.wasUnsure || isCorrection)
        }
        end()
        emitter.fail(.invalid("no room"))
      }
      answer.value = { isShown in isShown ? complete() : fail() }
      switch mood {
      case .atOnce: complete()
      case .slow: emitter.disposable.add(time.schedule(after: .seconds(1), complete))
      case .failing: fail()
      case .failingLater: emitter.disposable.add(time.schedule(after: .seconds(1), fail))
      case .silent: break
      case .late: emitter.disposable.add(time.schedule(after: .seconds(31), complete))
      }
    }
  }
}

extension NavigationTree {
  /// Every open module: parents before children.
  var everyNode: [Node] {
    var all: [Node] = [], waiting = [root].compactMap { $0 }
    while let node = waiting.popLast() {
      all.append(node)
      waiting += node.children.reversed()
    }
    return all
  }
}
