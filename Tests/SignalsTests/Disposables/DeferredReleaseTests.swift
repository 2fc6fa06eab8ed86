import Foundation
import Signals
import SignalsTesting
import Testing

/// Exit tests, so an overflow of the stack is one failed test.
@Suite struct DeferredReleaseTests {
  private static let many = 20_000

  /// Runs `body` on a stack with 13 bytes for each of the `many` links. A call for each link would overflow it.
  private static func onASmallStack(_ body: @escaping @Sendable () -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    let thread = Thread {
      body()
      isDone.signal()
    }
    thread.stackSize = 256 << 10
    thread.start()
    isDone.wait()
  }

  @Test func releasingManyOperators() async {
    await #expect(processExitsWith: .success) {
      DeferredReleaseTests.onASmallStack {
        var signal = Signal<Int, Never>.never
        for _ in 0..<DeferredReleaseTests.many { signal = signal.map { $0 + 1 } }
      }
    }
  }

  @Test func releasingManyDerivedProperties() async {
    await #expect(processExitsWith: .success) {
      DeferredReleaseTests.onASmallStack {
        var property = MutableProperty(0).map { $0 }
        for _ in 0..<DeferredReleaseTests.many { property = property.map { $0 + 1 } }
        for _ in 0..<DeferredReleaseTests.many { property = property.combine(property) { $0 &+ $1 } }
      }
    }
  }

  @Test func observingHundredsOfNestedCombinationsOnASmallStack() async {
    await #expect(processExitsWith: .success) {
      let isDone = DispatchSemaphore(value: 0)
      let thread = Thread {
        let root = MutableProperty(1)
        var property = root.readOnly
        for _ in 0..<300 { property = property.combine(root) { $0 &+ $1 } }
        let last = MutableProperty(0)
        let observation = property.signal.observeValues { last.value = $0 }
        root.value = 2
        observation.dispose()
        precondition(last.value == 602)
        isDone.signal()
      }
      thread.stackSize = 512 << 10
      thread.start()
      isDone.wait()
    }
  }

  @Test func releasingManyNestedDisposables() async {
    await #expect(processExitsWith: .success) {
      DeferredReleaseTests.onASmallStack {
        var disposable = Disposable()
        for _ in 0..<DeferredReleaseTests.many {
          let parent = Disposable()
          parent.add(disposable)
          disposable = parent
        }
      }
    }
  }

  @Test func manySynchronousInnerSignals() async {
    await #expect(processExitsWith: .success) {
      DeferredReleaseTests.onASmallStack {
        let numbers = Signal<Int, Never>.from(0..<DeferredReleaseTests.many)
        for strategy in [FlattenStrategy.merge, .concat, .latest, .first, .limited(3)] {
          let count = MutableProperty(0)
          numbers.flatMap(strategy) { .from(CollectionOfOne($0)) }.reduce(0) { count, _ in count + 1 }.bind(to: count)
          precondition(count.value == DeferredReleaseTests.many, "\(strategy) gave \(count.value)")
        }
      }
    }
  }

  @Test func manyRepeatsAndRetries() async {
    await #expect(processExitsWith: .success) {
      DeferredReleaseTests.onASmallStack {
        struct Boom: Error {}
        let runs = MutableProperty(0)
        Signal<Int, Never>.just(1).doNext { _ in runs.modify { $0 += 1 } }.repeat(DeferredReleaseTests.many).start()
        precondition(runs.value == DeferredReleaseTests.many)
        let attempts = MutableProperty(0)
        Signal<Int, Boom>.deferred {
          attempts.modify { $0 += 1 }
          return .fail(Boom())
        }.retry(DeferredReleaseTests.many).start()
        precondition(attempts.value == DeferredReleaseTests.many + 1)
      }
    }
  }

  @Test func manyReentrantSends() async {
    await #expect(processExitsWith: .success) {
      DeferredReleaseTests.onASmallStack {
        let (signal, input) = Signal<Int, Never>.pipe()
        let last = MutableProperty(0)
        signal.observeValues { value in
          last.value = value
          if value < DeferredReleaseTests.many { input.send(value + 1) }
        }
        input.send(0)
        precondition(last.value == DeferredReleaseTests.many)
        input.complete()
      }
    }
  }

  @Test(arguments: 0..<9) func releasingManySignalsOfSignals(index: Int) async {
    await #expect(processExitsWith: .success) { [index] in
      DeferredReleaseTests.onASmallStack {
        let operations: [(Signal<Int, Never>) -> Signal<Int, Never>] = [
          { $0.merge(with: .never) }, { $0.concat(.empty) }, { $0.then { .never } }, { $0.share() },
          { Signal.just(1).combineLatest(with: $0).map { $0 + $1 } }, { Signal.just(1).prefix(until: $0) },
          { inner in Signal.just(1).flatMap { _ in inner } }, { inner in .deferred { inner } },
          { inner in Signal<Int, MarbleFailure>.never.catch { _ in inner } },
        ]
        var signal = Signal<Int, Never>.never
        for _ in 0..<DeferredReleaseTests.many { signal = operations[index](signal) }
      }
    }
  }

  @Test func releasingManyLenses() async {
    await #expect(processExitsWith: .success) {
      DeferredReleaseTests.onASmallStack {
        let root = MutableProperty(1)
        var lens = root.lens(get: { $0 }, set: { $0 = $1 })
        for _ in 0..<DeferredReleaseTests.many { lens = lens.lens(get: { $0 }, set: { $0 = $1 }) }
      }
    }
  }

  @Test func releasingAChainOfManyPipes() async {
    await #expect(processExitsWith: .success) {
      DeferredReleaseTests.onASmallStack {
        var (signal, input) = Signal<Int, Never>.pipe()
        let first = MutableProperty<Signal<Int, Never>?>(signal)
        for _ in 0..<DeferredReleaseTests.many {
          let next = Signal<Int, Never>.pipe()
          signal.observeValues { next.input.send($0) }
          (signal, input) = next
        }
        _ = input
        first.value = nil
      }
    }
  }

  @Test func disposingManyNestedDisposables() async {
    await #expect(processExitsWith: .success) {
      DeferredReleaseTests.onASmallStack {
        var disposable = Disposable()
        let leaf = disposable
        for _ in 0..<DeferredReleaseTests.many {
          let parent = Disposable()
          parent.add(disposable)
          disposable = parent
        }
        disposable.dispose()
        precondition(leaf.isDisposed)
      }
    }
  }

  @Test func manyTicksWithoutWaiting() async {
    await #expect(processExitsWith: .success) {
      DeferredReleaseTests.onASmallStack {
        let ticks = MutableProperty(0)
        Signal.timer(every: .seconds(1), on: .immediate).prefix(DeferredReleaseTests.many).bind(to: ticks)
        precondition(ticks.value == DeferredReleaseTests.many - 1)
      }
    }
  }
}
