import Signals
import SignalsTesting
import Testing

@Suite struct MutablePropertyTests {
  @Test func signalGivesTheValueNowAndChangesDoNot() {
    let property = MutableProperty(1)
    let all = Recorder(property.signal), changes = Recorder(property.changes)
    property.value = 2
    #expect([all.values, changes.values] == [[1, 2], [2]])
  }

  @Test func settingAnEqualValueStillEmits() {
    let property = MutableProperty(1)
    let changes = Recorder(property.changes), distinct = Recorder(property.removeDuplicates().changes)
    property.value = 1
    #expect([changes.values, distinct.values] == [[1], []])
  }

  @Test func aSetInsideAnObserverIsReadableAtOnceAndNotifiedInOrder() {
    let property = MutableProperty(0)
    let log = MutableProperty<[String]>([])
    let observation = property.changes.observeValues { value in
      if value == 1 {
        property.value = 2
        log.modify { $0.append("read \(property.value)") }
      }
      log.modify { $0.append("A\(value)") }
    }
    property.changes.observeValues { value in log.modify { $0.append("B\(value)") } }
    property.value = 1
    #expect(log.value == ["read 2", "A1", "B1", "A2", "B2"])
    observation.dispose()
  }

  @Test func modifyIsOneNotification() {
    let property = MutableProperty([1])
    let recorder = Recorder(property.changes)
    let count = property.modify { list in
      list.append(2)
      list.append(3)
      return list.count
    }
    #expect(count == 3)
    #expect(recorder.values == [[1, 2, 3]])
  }

  @Test func modifyThatThrowsChangesAndEmitsNothing() {
    let property = MutableProperty(1)
    let recorder = Recorder(property.changes)
    #expect(throws: MarbleFailure()) {
      try property.modify { value in
        value = 2
        throw MarbleFailure()
      }
    }
    #expect(property.value == 1 && recorder.values.isEmpty)
  }

  @Test func releasingItCompletesDerivedProperties() {
    var property: MutableProperty<Int>? = MutableProperty(1)
    let recorders = [property?.signal, property?.changes, property?.map { $0 }.signal].compactMap { $0 }.map {
      Recorder($0)
    }
    let signal = property?.signal
    property = nil
    #expect(recorders.map(\.isCompleted) == [true, true, true])
    #expect(signal.map { Recorder($0).events } == [.value(1), .completed])
  }

  @Test func anObserverAddedDuringADeliveryGetsTheCurrentValueAndLaterChanges() {
    let property = MutableProperty(0)
    let late = MutableProperty<[Int]>([])
    property.changes.prefix(1).observeValues { _ in
      property.value = 2
      property.signal.observeValues { value in late.modify { $0.append(value) } }
      property.value = 3
    }
    property.value = 1
    #expect(late.value == [2, 3])
  }

  private struct Person: Equatable { var name = "Ada", age = 36 }

  @Test(arguments: [true, false]) func aLensReadsAndWritesAPart(isByKeyPath: Bool) {
    let whole = MutableProperty(Person())
    let name = isByKeyPath ? whole.lens(\.name) : whole.lens(get: { $0.name }, set: { $0.name = $1 })
    let recorder = Recorder(name.signal)
    name.value = "Grace"
    #expect(whole.value == Person(name: "Grace"))
    whole.modify { $0.name = "Barbara" }
    let length = name.modify { part in
      part += "!"
      return part.count
    }
    #expect(length == 8)
    #expect(recorder.values == ["Ada", "Grace", "Barbara", "Barbara!"])
  }

  @Test func aLensOfALens() {
    let whole = MutableProperty([[1, 2], [3]])
    let row = whole.lens(get: { $0[0] }, set: { $0[0] = $1 })
    let cell = row.lens(get: { $0[1] }, set: { $0[1] = $1 })
    cell.value = 9
    #expect(whole.value == [[1, 9], [3]])
  }

  @Test func aLensKeepsTheWholeAlive() {
    var whole: MutableProperty<Int>? = MutableProperty(1)
    var part = whole?.lens(get: { $0 }, set: { $0 = $1 })
    let recorder = (part?.signal).map { Recorder($0) }
    whole = nil
    part?.value = 2
    part = nil
    #expect(recorder?.events == [.value(1), .value(2), .completed])
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
}
