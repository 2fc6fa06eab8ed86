import Dispatch
import Signals
import SignalsTesting
import Synchronization
import Testing

/// Readings in a snapshot: a root was written during the first attempt to read.
@Suite struct WriteClockTests {
  private let root = MutableProperty(1), count = MutableProperty(0)

  /// The number of this step, from 2, once the first one was set.
  private static func next(_ step: MutableProperty<Int>) -> Int {
    step.withValue { step in
      step += step > 0 ? 1 : 0
      return step
    }
  }

  /// The snapshot finds all layers known.
  @Test func aReadingInASnapshotOfManyLayersIsLinear() async {
    let reading = Rendezvous(), writes = MutableProperty(0)
    let other = MutableProperty(0), early = MutableProperty(0)
    let first = early.map { value in
      if writes.value == 0 { reading.pause() }
      return value
    }
    let second = other.map { value in
      if value == 1, writes.value == 1 { reading.pause() }
      return value
    }
    let layers = (0..<40).reduce(root.readOnly) { layer, _ in Property.combineLatest(layer, layer) { $0 &+ $1 } },
      known = layers.value
    let maps = (0..<40).reduce(Property.combineLatest(layers, other) { $0 &+ $1 }) { property, _ in property.map { $0 }
    }
    let sum = Property.combineLatest(first, second, maps) { $0 &+ $1 &+ $2 }, seen = MutableProperty(0)
    await race(
      {
        for number in 1...2 {
          reading.whilePaused {
            writes.value = number
            other.value = number
          }
        }
      }, { seen.value = sum.value })
    #expect([seen.value, layers.value] == [known + 2, known])
  }

  @Test func aReadingBesideALaterOneIsLinear() {
    let other = MutableProperty(0), top = MutableProperty<Property<Int>?>(nil), step = MutableProperty(0)
    let bottom = root.map { [root, count] value in
      count.modify { $0 += 1 }
      switch Self.next(step) {
      case 2: (other.value, root.value) = (1, 2)  // so the reading fails, and another one begins in a snapshot
      case 3:
        step.value = 0
        root.value = 3
        _ = top.value?.value
      default: break
      }
      return value
    }
    let last = (0..<16).reduce(bottom) { layer, _ in
      Property.combineLatest(layer, layer, MutableProperty(0)) { $0 &+ $1 &+ $2 }
    }
    top.value = last
    step.value = 1
    _ = Property.combineLatest(last, other) { $0 &+ $1 }.value
    #expect(count.value < 8)
    top.value = nil
  }

  /// A reading in a snapshot computes the value for a write that waits, after that for the next one was read.
  @Test func valuesThatASnapshotReadsBeforeTheyAreDeliveredAreTold() {
    let other = MutableProperty(0), step = MutableProperty(0), seen = MutableProperty(0)
    let counted = root.map { [count] value in
      count.modify { $0 += 1 }
      return value
    }
    let slow = other.map { [root] value in
      switch Self.next(step) {
      case 2: (root.value, other.value) = (3, 1)  // so the reading fails, and another one begins in a snapshot
      case 3:
        root.value = 4
        _ = counted.value
      default: break
      }
      return value
    }
    let sum = Property.combineLatest(slow, counted, root) { slow, counted, _ in slow &* 10 &+ counted },
      told = Recorder(counted.signal)
    let observation = counted.changes.prefix(1).observeValues { _ in
      step.value = 1
      seen.value = sum.value
    }
    root.value = 2
    #expect(seen.value == 13)
    #expect(told.values == [1, 2, 3, 4])
    #expect(count.value <= 4 + 2)
    observation.dispose()
  }

  /// A value of a combination that was disconnected at one time is not taken for its value at another time.
  @Test func aReadingInASnapshotIsConsistent() async {
    let reading = Rendezvous()
    let root = MutableProperty("x"), other = MutableProperty("0"), early = MutableProperty(0)
    let distinct = root.removeDuplicates(), both = Property.combineLatest(distinct, other) { $0 + $1 }.map { $0 }
    let pauses = MutableProperty(0)
    /// Lets the other thread write, the first time for each step.
    @Sendable func pause(_ step: Int) {
      let isNext = pauses.withValue { pauses in
        defer { if pauses == step { pauses += 1 } }
        return pauses == step
      }
      if isNext { reading.pause() }
    }
    let first = early.map { value in
      pause(0)
      return value
    }
    let second = other.map { value in
      if value == "1" { pause(1) }
      return value
    }
    let all = Property.combineLatest(first, second, both, root) { _, _, both, root in [both, root] },
      known = distinct.value
    let seen = MutableProperty<[String]>([])
    await race(
      {
        reading.whilePaused { (root.value, other.value) = ("y", "1") }
        reading.whilePaused {
          root.value = "x"
          both.signal.observeValues { _ in }.dispose()
        }
      }, { seen.value = all.value })
    #expect(known == "x")
    #expect(seen.value == ["y1", "y"])
  }

  @Test func aChangeThatIsTakenBackDuringASnapshotLeavesNoOldValue() async {
    let comparison = Rendezvous(), isTold = DispatchSemaphore(value: 0), step = Atomic(-1_000)
    let root = MutableProperty(0), other = MutableProperty(0), distinct = root.removeDuplicates()
    let writeAgain = MutableProperty<@Sendable () -> Void>({})
    let firstRoot = MutableProperty(
      Compared(number: 0) {
        switch step.add(1, ordering: .relaxed).oldValue {
        case 0:  // the reading at the time of the change fails, because of this write
          comparison.pause()
        case 1:  // so does the reading at the time now, so the next one is in a snapshot
          writeAgain.value()
        case 2:
          root.value = 0
          _ = distinct.value
        default: break
        }
      }
    )
    let sum = Property.combineLatest(firstRoot.removeDuplicates(), distinct, other) { $0.number + $1 + $2 },
      told = Recorder(sum.signal)
    // So the combination reads its sources, and with them compares, before the write to the first one is delivered.
    let trigger = firstRoot.changes.prefix(1).observeValues { _ in other.value = 10 }
    let observation = root.changes.prefix(1).observeValues { _ in
      comparison.resume()
      isTold.wait()
    }
    // So the next reading compares again.
    writeAgain.value = {
      firstRoot.value = firstRoot.value
      root.value = 1
    }
    await race(
      {
        comparison.awaitPause()
        writeAgain.value()
      },
      {
        step.store(0, ordering: .relaxed)
        firstRoot.value = firstRoot.value
        isTold.signal()
      })
    #expect(told.values.last == 10)
    #expect(sum.value == 10)
    for one in [trigger, observation] { one.dispose() }
    writeAgain.value = {}
  }

  /// Runs in a process of its own: a snapshot of another test would keep the value, too.
  @Test func aValueThatIsReplacedDuringASnapshotIsReleasedAfterIt() async {
    await #expect(processExitsWith: .success) {
      let early = MutableProperty(0), other = MutableProperty(0), step = MutableProperty(0)
      let property = MutableProperty<Held?>(nil), isSet = property.map { $0 != nil }
      let isSnapshotOver = isReleased { held in
        property.value = held
        let first = early.map { value in
          step.modify { $0 += 1 }
          if step.value == 1 { other.value = 1 }  // so the reading fails
          return value
        }
        let second = other.map { value in
          property.value = nil
          return value
        }
        let sum = Property.combineLatest(first, second, isSet) { "\($0) \($1) \($2)" }
        #expect([sum.value, sum.value] == ["0 1 true", "0 1 false"])
        #expect(step.value == 1)
      }
      #expect(isSnapshotOver)
    }
  }

  /// Inside a delivery of `root`, a reading in a snapshot meets the old value of `other`, while `other` tells of the new one.
  @Test(arguments: [false, true]) func aSlowReadingHidesNoLaterChangeFromACombination(isRootWrittenAgain: Bool) {
    let other = MutableProperty(0), early = MutableProperty(0), writes = MutableProperty(0)
    let second = isRootWrittenAgain ? root : MutableProperty(1), tens = other.map { $0 * 10 }
    let sum = Property.combineLatest(root, tens) { $0 + $1 }, told = Recorder(sum.signal)
    let first = early.map { value in
      writes.value += 1
      if writes.value == 1 { second.value = 3 }  // so the reading fails
      return value
    }
    let last = second.map { value in
      other.value = value == 3 ? 1 : 0
      return value
    }
    let slow = Property.combineLatest(first, last, tens) { $2 + $0 &* $1 }
    let observation = root.changes.prefix(1).observeValues { _ in count.value = slow.value }
    root.value = 2
    #expect(count.value == 0)
    #expect(told.values == [1, isRootWrittenAgain ? 13 : 12])
    #expect(sum.value == told.values.last)
    observation.dispose()
  }
}
