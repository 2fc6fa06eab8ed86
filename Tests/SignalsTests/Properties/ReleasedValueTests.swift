import Signals
import SignalsTesting
import Testing

/// Values that read or write properties when they are released.
@Suite struct ReleasedValueTests {
  private let root = MutableProperty(1), count = MutableProperty(0)

  /// The value before is released during the delivery of the new one. That writes, and so the combination reads the new one.
  @Test func aValueWhoseReleaseWritesIsReplacedByOneComputation() {
    let closed = MutableProperty(0)
    let opened = root.map { [count] number in
      count.modify { $0 += 1 }
      return (number, count.value, Reader { closed.modify { $0 += 1 } })
    }
    let told = Recorder(opened.map { [$0.0, $0.1] }.signal)
    let both = Recorder(Property.combineLatest(opened, closed) { [$0.0, $1] }.signal)
    for number in 2...3 { root.value = number }
    #expect(told.values == [[1, 1], [2, 2], [3, 3]])
    #expect(both.values.last == [3, 2])
    #expect(opened.value.1 == 3)
    #expect(count.value == 3)
  }

  /// A map to an object whose release calls out.
  private func opened(
    _ property: some PropertyProtocol<Int>, _ release: @escaping @Sendable () -> Void
  ) -> Property<Int> {
    property.map { (number: $0, object: Reader(release)) }.map { $0.number }
  }

  /// The value of a map is released when the next one has settled. That reads a property that has yet to settle, writes, and reads
  /// it again.
  @Test(arguments: [false, true]) func aReleaseThatReadsWritesAndReadsLeavesNoOldValue(isBehindACombination: Bool) {
    let sum = Property.combineLatest(root, MutableProperty(0)) { $0 + $1 },
      source = isBehindACombination ? sum : root.readOnly
    let mapped = source.map { [count] number in
      count.modify { $0 += 1 }
      return number
    }
    let bag = DisposeBag()
    let opened = opened(source) { [root] in
      _ = mapped.value
      if root.value < 9 { root.value += 1 }
      _ = mapped.value
    }
    for property in [opened, mapped] { property.signal.observeValues { _ in }.stored(in: bag) }
    root.value = 2
    #expect(mapped.value == root.value)
    #expect(count.value <= 2 * root.value)
    bag.dispose()
  }

  /// The value that a reader has computed before is released when the first observer comes, and reads the property again.
  @Test func aReleaseThatReadsWhileAnObserverIsAttachedIsNoComputation() {
    let read = Protected<Property<Int>?>(nil)
    let opened = root.map { [count] number in
      count.modify { $0 += 1 }
      return (number, Reader { _ = read.withLock { $0 }?.value })
    }
    let last = opened.map { $0.0 }
    read.withLock { $0 = last }
    #expect([last.value, count.value] == [1, 1])
    root.value = 2
    let recorder = Recorder(last.signal)
    #expect(recorder.values == [2])
    #expect(count.value == 2)
    read.withLock { $0 = nil }
  }
}
