import Signals
import Testing

/// The stack that a value needs for long chains. These are exit tests, so an overflow is one failed test.
@Suite struct DeliveryDepthTests {
  private typealias Numbers = Signal<Int, Never>

  /// Makes a chain of that many links, sends a value through it, and returns whether the value arrived.
  private typealias Chain = @Sendable (Int) -> Bool

  /// Chains of each kind of link between a source and an observer.
  private static let chains: [Chain] = [
    operators { $0.share() }, operators { $0.share(replay: 1) }, operators { Signal.merge($0, .never) },
    operators { Signal.combineLatest($0, .just(0)) { first, _ in first } },
    operators { $0.withLatest(from: .just(0)).map { $0.0 } },
    operators { $0.flatMap(.latest) { .just($0) } }, operators { $0.flatMap(.concat) { .just($0) } },
    operators { $0.observe(on: .immediate) }, operators { $0.removeDuplicates() },
    { links in
      let all = (0...links).map { _ in Numbers.pipe() }, last = MutableProperty(0)
      for (from, to) in zip(all, all.dropFirst()) { from.signal.observeValues { to.input.send($0) } }
      all[links].signal.bind(to: last)
      all[0].input.send(1)
      return last.value == 1
    },
    { links in
      let all = (0...links).map { _ in MutableProperty(0) }
      for (from, to) in zip(all, all.dropFirst()) { from.bind(to: to) }
      all[0].value = 1
      return all[links].value == 1
    },
    { links in
      let all = (0...links).map { _ in MutableProperty(0) }
      for (from, to) in zip(all, all.dropFirst()) { to.bindTwoWay(following: from) }
      all[0].value = 1
      let isThere = all[links].value == 1
      all[links].value = 2
      return isThere && all[0].value == 2
    },
    { links in
      let all = (0...links).map { _ in Command<Int, Int, Never> { .just($0) } }, last = MutableProperty(0)
      for (from, to) in zip(all, all.dropFirst()) { from.values.bind(to: to) }
      all[links].values.bind(to: last)
      all[0].execute(1)
      // A released command executes nothing.
      return withExtendedLifetime(all) { last.value == 1 }
    },
    { links in
      let whole = MutableProperty(0)
      let part = (0..<links).reduce(whole) { part, _ in part.lens(get: { $0 }, set: { $0 = $1 }) }
      part.value = 1
      part.modify { $0 += 1 }
      return whole.value == 2
    },
  ]

  private static func operators(_ link: @escaping @Sendable (Numbers) -> Numbers) -> Chain {
    { links in
      let pipe = Numbers.pipe(), last = MutableProperty(0)
      var signal = pipe.signal
      for _ in 0..<links { signal = link(signal) }
      signal.bind(to: last)
      pipe.input.send(1)
      return last.value == 1
    }
  }

  private static let transforming = [
    operators { $0.map { $0 } }, operators { $0.filter { $0 > 0 } }, operators { $0.compactMap { $0 } },
    operators { $0.scan(0) { $1 } },
  ]

  private static let linksRows: [(Int, Int)] = [(8 << 10, 1_000), (512, 100), (128, 25)]

  @Test(
    "a value goes through so many links of any kind on so small a stack",
    arguments: linksRows)
  func links(kilobytes: Int, count: Int) async {
    await #expect(processExitsWith: .success) { [kilobytes, count] in
      for chain in DeliveryDepthTests.chains { onAStack(of: kilobytes) { precondition(chain(count)) } }
      for chain in DeliveryDepthTests.transforming { onAStack(of: kilobytes) { precondition(chain(count * 10)) } }
    }
  }
}
