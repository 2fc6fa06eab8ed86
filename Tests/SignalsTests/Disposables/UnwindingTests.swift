import Foundation
import Signals
import SignalsTesting
import Testing

/// Exit tests: an overflow of the stack is one failed test.
@Suite struct UnwindingTests {
  @Test func releasingAHundredThousandOperators() async {
    await #expect(processExitsWith: .success) {
      var signal = Signal<Int, Never>.never
      for _ in 0..<100_000 { signal = signal.map { $0 + 1 } }
    }
  }

  @Test func releasingAHundredThousandDerivedProperties() async {
    await #expect(processExitsWith: .success) {
      var property = MutableProperty(0).map { $0 }
      for _ in 0..<50_000 { property = property.map { $0 + 1 } }
      for _ in 0..<50_000 { property = property.combine(property) { $0 &+ $1 } }
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

  @Test func releasingAHundredThousandNestedDisposables() async {
    await #expect(processExitsWith: .success) {
      var disposable = Disposable()
      for _ in 0..<100_000 {
        let parent = Disposable()
        parent.add(disposable)
        disposable = parent
      }
    }
  }

  @Test func aMillionSynchronousInnerSignals() async {
    await #expect(processExitsWith: .success) {
      let million = 1_000_000
      let numbers = Signal<Int, Never>.from(0..<million)
      for strategy in [FlattenStrategy.merge, .concat, .latest, .first, .limited(3)] {
        let count = MutableProperty(0)
        numbers.flatMap(strategy) { .from(CollectionOfOne($0)) }.reduce(0) { count, _ in count + 1 }.bind(to: count)
        precondition(count.value == million, "\(strategy) gave \(count.value)")
      }
    }
  }

  @Test func aMillionRepeatsAndRetries() async {
    await #expect(processExitsWith: .success) {
      struct Boom: Error {}
      let million = 1_000_000
      let runs = MutableProperty(0)
      Signal<Int, Never>.just(1).doNext { _ in runs.modify { $0 += 1 } }.repeat(million).start()
      precondition(runs.value == million)
      let attempts = MutableProperty(0)
      Signal<Int, Boom>.deferred {
        attempts.modify { $0 += 1 }
        return .fail(Boom())
      }.retry(million).start()
      precondition(attempts.value == million + 1)
    }
  }

  @Test func aMillionReentrantSends() async {
    await #expect(processExitsWith: .success) {
      let (signal, input) = Signal<Int, Never>.pipe()
      let last = MutableProperty(0)
      signal.observeValues { value in
        last.value = value
        if value < 1_000_000 { input.send(value + 1) }
      }
      input.send(0)
      precondition(last.value == 1_000_000)
      input.complete()
    }
  }

  @Test(arguments: 0..<9) func releasingAHundredThousandSignalsOfSignals(index: Int) async {
    await #expect(processExitsWith: .success) { [index] in
      let operations: [(Signal<Int, Never>) -> Signal<Int, Never>] = [
        { $0.merge(with: .never) }, { $0.concat(.empty) }, { $0.then { .never } }, { $0.share() },
        { Signal.just(1).combineLatest(with: $0).map { $0 + $1 } }, { Signal.just(1).prefix(until: $0) },
        { inner in Signal.just(1).flatMap { _ in inner } }, { inner in .deferred { inner } },
        { inner in Signal<Int, MarbleFailure>.never.catch { _ in inner } },
      ]
      var signal = Signal<Int, Never>.never
      for _ in 0..<100_000 { signal = operations[index](signal) }
    }
  }

  @Test func releasingAHundredThousandLenses() async {
    await #expect(processExitsWith: .success) {
      let root = MutableProperty(1)
      var lens = root.lens(get: { $0 }, set: { $0 = $1 })
      for _ in 0..<100_000 { lens = lens.lens(get: { $0 }, set: { $0 = $1 }) }
    }
  }

  @Test func releasingAChainOfAHundredThousandPipes() async {
    await #expect(processExitsWith: .success) {
      var (signal, input) = Signal<Int, Never>.pipe()
      let first = MutableProperty<Signal<Int, Never>?>(signal)
      for _ in 0..<100_000 {
        let next = Signal<Int, Never>.pipe()
        signal.observeValues { next.input.send($0) }
        (signal, input) = next
      }
      _ = input
      first.value = nil
    }
  }

  @Test func disposingAHundredThousandNestedDisposables() async {
    await #expect(processExitsWith: .success) {
      var disposable = Disposable()
      let leaf = disposable
      for _ in 0..<100_000 {
        let parent = Disposable()
        parent.add(disposable)
        disposable = parent
      }
      disposable.dispose()
      precondition(leaf.isDisposed)
    }
  }

  @Test func aHundredThousandTicksWithoutWaiting() async {
    await #expect(processExitsWith: .success) {
      let ticks = MutableProperty(0)
      Signal.timer(every: .seconds(1), on: .immediate).prefix(100_000).bind(to: ticks)
      precondition(ticks.value == 99_999)
    }
  }
}
