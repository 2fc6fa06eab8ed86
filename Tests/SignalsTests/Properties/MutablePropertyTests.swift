import Signals
import SignalsTesting
import Testing

@Suite struct MutablePropertyTests {
  @Test func signalGivesTheValueNowAndChangesDoNotAndAnEqualValueStillEmits() {
    let property = MutableProperty(1)
    let recorders = [property.signal, property.changes, property.removeDuplicates().changes].map { Recorder($0) }
    for value in [1, 2] { property.value = value }
    #expect(recorders.map(\.values) == [[1, 1, 2], [1, 2], [2]])
  }

  @Test func aSetInsideAnObserverIsReadableAtOnceAndNotifiesInOrder() {
    let property = MutableProperty(0), log = MutableProperty<[String]>([]), bag = DisposeBag()
    @Sendable func note(_ line: String) { log.modify { $0.append(line) } }
    property.changes.observeValues { [bag] value in
      if value == 1 {
        property.value = 2
        note("read \(property.value)")
        property.signal.observeValues { note("late \($0)") }.stored(in: bag)
        property.value = 3
      }
      note("A\(value)")
    }.stored(in: bag)
    property.changes.observeValues { note("B\($0)") }.stored(in: bag)
    property.value = 1
    #expect(log.value == ["read 2", "late 2", "A1", "B1", "A2", "B2", "A3", "B3", "late 3"])
    bag.dispose()
  }

  @Test func modifyIsOneNotificationAndNoneIfItThrows() {
    let property = MutableProperty([1]), recorder = Recorder(property.changes)
    let count = property.withValue { list in
      list += [2, 3]
      return list.count
    }
    #expect(throws: MarbleFailure()) {
      try property.modify { list in
        list = []
        throw MarbleFailure()
      }
    }
    #expect(count == 3)
    #expect(property.value == [1, 2, 3])
    #expect(recorder.values == [[1, 2, 3]])
  }

  @Test func theClosureOfModifyMayUseOtherPropertiesAndItsObserversTheProperty() {
    let one = MutableProperty(1), two = MutableProperty(2)
    one.changes.prefix(1).observeValues { _ in one.modify { $0 += 1 } }
    one.modify { one in
      two.modify { $0 += 1 }
      one += two.value
    }
    #expect([one.value, two.value] == [5, 3])
  }

  private struct Person: Equatable { var name = "Ada", age = 36 }

  @Test(arguments: [true, false]) func aLensReadsAndWritesAPartAndKeepsTheWholeAlive(isByKeyPath: Bool) {
    var whole: MutableProperty<Person>? = MutableProperty(Person())
    let all = (whole?.signal).map { Recorder($0) }
    var name = isByKeyPath ? whole?.lens(\.name) : whole?.lens(get: { $0.name }, set: { $0.name = $1 })
    let recorder = (name?.signal).map { Recorder($0) }
    name?.value = "Grace"
    whole?.modify { $0.name = "Barbara" }
    whole = nil
    let length = name?.withValue { part in
      part += "!"
      return part.count
    }
    name = nil
    let names = ["Ada", "Grace", "Barbara", "Barbara!"]
    #expect(length == 8)
    #expect(recorder?.events == names.map { .value($0) } + [.completed])
    #expect(all?.values == names.map { Person(name: $0) })
  }

  /// Runs in a process of its own: a held lock would stop the process.
  @Test func oldValuesAndThoseOfAModificationAreReleasedOutsideTheLock() async {
    await #expect(processExitsWith: .success) {
      let property = MutableProperty<Reader?>(nil), reads = MutableProperty(0)
      let reader = { @Sendable in
        Reader {
          _ = property.value
          reads.value += 1
        }
      }
      property.value = reader()
      property.value = nil
      precondition(reads.value == 1)
      try? property.modify { value in
        value = reader()
        throw CancellationError()
      }
      precondition(reads.value == 2)
      let whole = MutableProperty(0)
      let part = whole.lens(get: { _ in Reader { _ = whole.value } }, set: { whole, _ in whole += 1 })
      part.value = Reader()
      part.modify { $0 = Reader() }
      precondition(whole.value == 2)
      endNow()
    }
  }

  /// Only one order, or one thread: none of them waits for another one.
  @Test func theClosureOfModifyMayUseOtherProperties() async {
    let a = MutableProperty(1), b = MutableProperty(1), c = MutableProperty(1)
    a.modify { $0 = b.value }
    b.modify { $0 = a.value }
    await race(
      { for _ in 0..<100 { a.modify { a in c.modify { $0 += a } } } },
      { for _ in 0..<100 { a.modify { a in c.modify { $0 += a } } } })
    #expect(c.value == 201)
  }
}
