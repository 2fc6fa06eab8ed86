import Signals
import VIPER

/// A stage that may be slow, may fail, may say nothing, or too late, and notes when it is asked for what it cannot show.
@MainActor final class WalkingStage: Stage {
  enum Mood: CaseIterable { case atOnce, slow, failing, failingLater, silent, late }

  var mood = Mood.atOnce
  /// Told what is not as it should be.
  var note: (String) -> Void = { _ in }
  /// What kinds of steps it was asked for.
  private(set) var kinds: Set<Transition.Kind> = []
  private let time: VirtualTimeScheduler
  /// When the steps it is showing began, by number. One that took too long is given up, and then told so.
  private let underWay = MutableProperty<[Int: Duration]>([:])
  private var count = 0
  /// Answers the step it was asked for last.
  private let answer = MutableProperty<(@Sendable (_ isShown: Bool) -> Void)?>(nil)

  init(_ time: VirtualTimeScheduler) { self.time = time }

  var isIdle: Bool { underWay.value.values.allSatisfy { time.now - $0 >= .seconds(30) } }

  /// Answers now, whatever its mood was; nothing comes of it if it has answered.
  func answer(_ isShown: Bool) { answer.value?(isShown) }

  func perform(_ transition: Transition, view: (NavigationTree.Node.ID) -> AnyObject?) -> Signal<Never, RouteError> {
    kinds.insert(transition.kind)
    if !isIdle { note("a \(transition.kind) is to be shown during another step") }
    for node in transition.after.everyNode where view(node.id) == nil {
      note("\(node.name) has no view for a \(transition.kind)")
    }
    count += 1
    underWay.modify { $0[count] = time.now }
    let mood = mood
    let end: @Sendable () -> Void = { [underWay, count] in underWay.modify { $0[count] = nil } }
    return Signal { [time, answer] emitter in
      emitter.disposable.add(Disposable(end))
      let complete: @Sendable () -> Void = {
        end()
        emitter.complete()
      }
      let fail: @Sendable () -> Void = {
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
