import SignalsTesting
import Testing

@testable import Signals

@Suite struct QueuedWorkTests {
  private final class Resource: Sendable {}

  @Test func whatWasQueuedIsReleasedOnceItIsDone() {
    let turn = Turn(), log = MutableProperty<[Bool]>([])
    weak var held: Resource?
    _ = turn.take()
    do {
      let resource = Resource()
      held = resource
      let isTaken = turn.takeOrQueue { log.modify { $0.append(withExtendedLifetime(resource) { true }) } }
      #expect(!isTaken)
    }
    #expect(held != nil)
    #expect(log.value == [])
    turn.leave()
    #expect(log.value == [true])
    #expect(held == nil)
  }

  @Test func whatFindsTheTurnFreeIsReleasedAndNotDone() {
    let turn = Turn(), isDone = MutableProperty(false)
    weak var held: Resource?
    do {
      let resource = Resource()
      held = resource
      let isTaken = turn.takeOrQueue { isDone.value = withExtendedLifetime(resource) { true } }
      #expect(isTaken)
    }
    #expect(held == nil)
    turn.leave()
    #expect(!isDone.value)
  }

  @Test func workIsDoneInTheOrderItWasQueuedWhateverQueuesMore() {
    let turn = Turn(), order = MutableProperty<[Int]>([])
    _ = turn.take()
    for number in 0..<3 {
      turn.perform {
        order.modify { $0.append(number) }
        turn.perform { order.modify { $0.append(number + 10) } }
      }
    }
    turn.leave()
    #expect(order.value == [0, 1, 2, 10, 11, 12])
    let isFree = turn.take()
    #expect(isFree)
  }

  @Test("values of any size wait, with room in a pooled node or not") func sizes() {
    struct Large: Sendable, Equatable {
      var first = "a", second = "b", third = "c", fourth = [1, 2], fifth = 0.5
      var resource: Resource?

      static func == (left: Large, right: Large) -> Bool { left.first == right.first && left.fourth == right.fourth }
    }
    weak var held: Resource?
    do {
      let (signal, input) = Signal<Large, Never>.pipe()
      let recorder = Recorder(signal)
      let observation = signal.observeValues { value in
        if value.first == "a" { input.send(Large(first: "z", resource: value.resource)) }
      }
      let resource = Resource()
      held = resource
      input.send(Large(resource: resource))
      #expect(recorder.values == [Large(), Large(first: "z")])
      observation.dispose()
    }
    #expect(held == nil)
  }
}
