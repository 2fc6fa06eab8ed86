import Foundation
import Signals
import SignalsTesting
import Testing

@Suite struct MutablePropertyTests {
  @Test func signalGivesTheValueNowAndChangesDoNot() {
    let property = MutableProperty(1)
    let all = Recorder(property.signal), changes = Recorder(property.changes)
    property.value = 2
    #expect(all.values == [1, 2])
    #expect(changes.values == [2])
  }

  @Test func settingAnEqualValueStillEmits() {
    let property = MutableProperty(1)
    let changes = Recorder(property.changes), distinct = Recorder(property.removeDuplicates().changes)
    property.value = 1
    #expect(changes.values == [1])
    #expect(distinct.values == [])
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
    #expect(property.value == 1)
    #expect(recorder.values.isEmpty)
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

  @Test func aLensReadsAndWritesAPart() {
    let whole = MutableProperty((name: "Ada", age: 36))
    let name = whole.lens(get: { $0.name }, set: { $0.name = $1 })
    let recorder = Recorder(name.signal)
    name.value = "Grace"
    #expect(whole.value.name == "Grace")
    #expect(whole.value.age == 36)
    whole.modify { $0.name = "Barbara" }
    #expect(name.value == "Barbara")
    let length = name.modify { part in
      part += "!"
      return part.count
    }
    #expect(length == 8)
    #expect(recorder.values == ["Ada", "Grace", "Barbara", "Barbara!"])
  }

  @Test func aLensByAKeyPath() {
    struct Form { var title = "a", count = 1 }
    let form = MutableProperty(Form()), title = form.lens(\.title)
    let recorder = Recorder(title.signal)
    title.value = "b"
    form.modify { $0.title += "c" }
    #expect(form.value.title == "bc" && form.value.count == 1)
    #expect(recorder.values == ["a", "b", "bc"])
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

  @Test func oldValuesAreReleasedOutsideTheLock() {
    final class Reader: Sendable {
      let read: @Sendable () -> Void
      init(_ read: @escaping @Sendable () -> Void) { self.read = read }
      deinit { read() }
    }
    let property = MutableProperty<Reader?>(nil)
    let reads = MutableProperty(0)
    property.value = Reader {
      _ = property.value
      reads.value += 1
    }
    property.value = nil
    #expect(reads.value == 1)
  }

  /// Runs in a process of its own: a held lock would stop the process.
  @Test func valuesMadeByAModificationAreReleasedOutsideTheLock() async {
    await #expect(processExitsWith: .success) {
      final class Reader: Sendable {
        let read: @Sendable () -> Void
        init(_ read: @escaping @Sendable () -> Void = {}) { self.read = read }
        deinit { read() }
      }
      let property = MutableProperty<Reader?>(nil)
      try? property.modify { value in
        value = Reader { _ = property.value }
        throw CancellationError()
      }
      let whole = MutableProperty(0)
      let part = whole.lens(get: { _ in Reader { _ = whole.value } }, set: { whole, _ in whole += 1 })
      part.value = Reader()
      part.modify { $0 = Reader() }
      precondition(whole.value == 2)
      endNow()
    }
  }
}
