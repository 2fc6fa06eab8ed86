import Signals
import SignalsTesting
import Testing

/// Exit tests, so an overflow of the stack is one failed test.
@Suite struct DeferredReleaseTests {
  private typealias Numbers = Signal<Int, Never>
  private typealias Work = @Sendable () -> Void

  private static let many = 20_000

  private static func releasing(_ link: @escaping @Sendable (Numbers) -> Numbers) -> Work {
    {
      var signal = Numbers.never
      for _ in 0..<many { signal = link(signal) }
    }
  }

  private static func nestedDisposables() -> (outermost: Disposable, innermost: Disposable) {
    let innermost = Disposable()
    var disposable = innermost
    for _ in 0..<many {
      let parent = Disposable()
      parent.add(disposable)
      disposable = parent
    }
    return (disposable, innermost)
  }

  private static let chains: [String: Work] = [
    "release of map": releasing { $0.map { $0 + 1 } }, "release of merge": releasing { Signal.merge($0, .never) },
    "release of concat": releasing { $0.concat(.empty) }, "release of then": releasing { $0.then { .never } },
    "release of share": releasing { $0.share() },
    "release of combineLatest": releasing { Signal.combineLatest(.just(1), $0) { $0 + $1 } },
    "release of prefix(until:)": releasing { Signal.just(1).prefix(until: $0) },
    "release of flatMap": releasing { inner in Signal.just(1).flatMap { _ in inner } },
    "release of deferred": releasing { inner in .deferred { inner } },
    "release of catch": releasing { inner in Signal<Int, MarbleFailure>.never.catch { _ in inner } },
    "release of derived properties": {
      var property = MutableProperty(0).map { $0 }
      for _ in 0..<many { property = property.map { $0 + 1 } }
      for _ in 0..<many { property = Property.combineLatest(property, property) { $0 &+ $1 } }
    },
    "release of lenses": {
      var lens = MutableProperty(1).lens(get: { $0 }, set: { $0 = $1 })
      for _ in 0..<many { lens = lens.lens(get: { $0 }, set: { $0 = $1 }) }
    },
    "release of selected properties": {
      var property = MutableProperty(0).readOnly
      for _ in 0..<many { property = Property(constant: 1).flatMap { [property] _ in property } }
    },
    "release of pipes": {
      var (signal, input) = Numbers.pipe()
      let first = MutableProperty<Numbers?>(signal)
      for _ in 0..<many {
        let next = Numbers.pipe()
        signal.observeValues { next.input.send($0) }
        (signal, input) = next
      }
      _ = input
      first.value = nil
    },
    "release of nested disposables": { _ = nestedDisposables() },
    "disposal of nested disposables": {
      let (outermost, innermost) = nestedDisposables()
      outermost.dispose()
      precondition(innermost.isDisposed)
    },
    "synchronous inner signals": {
      for strategy in [FlattenStrategy.merge, .concat, .latest, .first, .limited(3)] {
        let count = MutableProperty(0)
        Numbers.from(0..<many).flatMap(strategy) { .from(CollectionOfOne($0)) }.reduce(0) { count, _ in count + 1 }
          .bind(to: count)
        precondition(count.value == many, "\(strategy) gave \(count.value)")
      }
    },
    "repeats and retries": {
      let runs = MutableProperty(0), attempts = MutableProperty(0)
      Numbers.just(1).doValue { _ in runs.modify { $0 += 1 } }.repeat(many).start()
      Signal<Int, MarbleFailure>.deferred {
        attempts.modify { $0 += 1 }
        return .fail(MarbleFailure())
      }.retry(many).start()
      precondition(runs.value == many && attempts.value == many + 1)
    },
    "ticks without waiting": {
      let ticks = MutableProperty(0)
      Signal.timer(every: .seconds(1), on: .immediate).prefix(many).bind(to: ticks)
      precondition(ticks.value == many - 1)
    },
  ]

  @Test("a chain of 20,000 has a stack with 13 bytes for each link", arguments: chains.keys.sorted())
  func manyLinks(_ chain: String) async {
    await #expect(processExitsWith: .success) { [chain] in
      onAStack(of: 256) { DeferredReleaseTests.chains[chain]?() }
    }
  }

  @Test("a hundred nested properties live and end on a small stack")
  func nestedProperties() async {
    await #expect(processExitsWith: .success) {
      #if DEBUG
        let kilobytes = 512
      #else
        let kilobytes = 128
      #endif
      onAStack(of: kilobytes) {
        let last = MutableProperty(0), ends = MutableProperty(0)
        for isCombined in [true, false] {
          let root = MutableProperty(1), other = MutableProperty(0)
          var property = root.readOnly, several = root.readOnly
          for _ in 0..<100 {
            property = isCombined ? Property.combineLatest(property, root) { $0 &+ $1 } : property.map { $0 &+ 1 }
            several = Property.combineLatest(several.map { $0 }, other) { $0 &+ $1 }
          }
          precondition(property.value == 101 && several.value == 1)
          for property in [property, several] {
            property.signal.doCompleted { ends.value += 1 }.observeValues { last.value = $0 }
          }
          other.value = 1
          precondition(last.value == 101 && several.value == 101)
          root.value = 2
          precondition(property.value == (isCombined ? 202 : 102) && several.value == 102)
        }
        precondition(ends.value == 4)
        let root = MutableProperty(1), leaf = MutableProperty(2)
        let selected = (0..<100).reduce(leaf.readOnly) { property, _ in root.flatMap { _ in property } }
        precondition(selected.value == 2)
        selected.signal.observeValues { last.value = $0 }
        leaf.value = 3
        precondition(last.value == 3 && selected.value == 3)
        // A write that makes each of them select the next one, and the outermost first.
        let isDeep = MutableProperty(false), none = Property(constant: 0)
        let all = (0..<100).reduce(into: [leaf.readOnly]) { all, _ in
          let next = all[all.count - 1]
          all.append(isDeep.flatMap { $0 ? next : none })
        }
        let observations = all.reversed().map { property in property.signal.observeValues { last.value = $0 } }
        isDeep.value = true
        precondition(all.allSatisfy { $0.value == 3 } && last.value == 3)
        for observation in observations { observation.dispose() }
        for isRootFirst in [true, false] {
          var gone: MutableProperty<Int>? = MutableProperty(1)
          var fresh = gone.map {
            (0..<100).reduce($0.readOnly) { property, _ in property.flatMap { MutableProperty($0).map { $0 } } }
          }
          fresh?.signal.doCompleted { ends.value += 1 }.observeValues { last.value = $0 }
          gone?.value = 4
          precondition(last.value == 4)
          if isRootFirst { gone = nil }
          (fresh, gone) = (nil, nil)
        }
        precondition(ends.value == 6)
      }
    }
  }
}
