import Signals
import SignalsTesting
import Testing

/// Can be compared on the main actor only.
private struct Title: Sendable { var text: String }
extension Title: @MainActor Equatable {
  @MainActor static func == (first: Title, second: Title) -> Bool {
    MainActor.preconditionIsolated()
    return first.text == second.text
  }
}

@Suite struct TwoWayBindingTests {
  private struct Form: Sendable {
    var name = "", note = "", writes = 0
  }
  /// A value that cannot be compared.
  private struct Mark: Sendable { var text: String }

  @Test func theLeaderGivesTheFirstValueAndNoWriteIsEchoed() {
    let field = MutableProperty("a"), model = MutableProperty("b")
    let recorders = [field, model].map { Recorder($0.signal) }, binding = field.bindTwoWay(following: model)
    for (property, value) in [(field, "c"), (model, "d")] { property.value = value }
    binding.dispose()
    field.value = "e"
    #expect(recorders.map(\.values) == [["a", "b", "c", "d", "e"], ["b", "c", "d"]])
  }

  @Test func valuesThatCannotBeComparedFollowEachOther() {
    let field = MutableProperty(Mark(text: "a")), model = MutableProperty(Mark(text: "b"))
    let recorders = [field, model].map { Recorder($0.changes.map(\.text)) }
    field.bindTwoWay(following: model)
    for (property, text) in [(field, "c"), (field, "c"), (model, "d")] { property.value = Mark(text: text) }
    #expect(recorders.map(\.values) == [["b", "c", "c", "d"], ["c", "c", "d"]])
  }

  @Test func aBindingKeepsNeitherPropertyAlive() {
    let model = MutableProperty(0), binding: Disposable, released: Weak<MutableProperty<Int>>
    do {
      let field = MutableProperty(1)
      released = Weak(field)
      binding = field.bindTwoWay(following: model)
    }
    model.value = 3
    #expect(released.object == nil)
    #expect(binding.isDisposed)
    #expect(model.value == 3)
  }

  @Test func aPropertyThatIsBoundAgainWhileItsWriteWaitsStaysEqual() {
    let a = MutableProperty(0), b = MutableProperty(0), c = MutableProperty(0)
    a.bindTwoWay(following: b)
    a.changes.prefix(1).observeValues { [a] _ in
      a.value = 5
      c.bindTwoWay(following: b)
    }
    a.value = 1
    #expect(Set([a, b, c].map(\.value)).count == 1)
  }

  /// A write to the follower waits in another binding.
  @Test func theFollowerHasTheLeadersValueAtOnceDuringADelivery() {
    let field = MutableProperty(0), model = MutableProperty(0), other = MutableProperty(0)
    let atOnce = Protected<[Int]>([])
    field.bindTwoWay(following: other)
    other.changes.prefix(1).observeValues { [other] _ in
      (model.value, other.value) = (6, 7)
      field.bindTwoWay(following: model)
      atOnce.withLock { $0 = [field, model].map(\.value) }
    }
    other.value = 1
    #expect(atOnce.withLock { $0 } == [6, 6])
    #expect(Set([field, model, other].map(\.value)).count == 1)
  }

  @Test func fieldsFollowThePartsOfAForm() {
    let form = MutableProperty(Form(name: "Ada", note: "x")), name = MutableProperty(""), note = MutableProperty("")
    let parts = [form.lens(\.name), form.lens(\.note)]
    for (field, part) in zip([name, note], parts) { field.bindTwoWay(following: part) }
    let heard = Recorder(name.changes)
    name.value = "Grace"
    note.value = "y"
    form.modify { $0.writes += 1 }
    form.modify { ($0.name, $0.note) = ("Joan", "z") }
    #expect([form.value.name, form.value.note, name.value, note.value] == ["Joan", "z", "Joan", "z"])
    #expect(heard.values == ["Grace", "Joan"])
  }

  /// The observer writes before the binding has copied the field's value.
  @Test(arguments: ["Ada", "?"]) func aWriteToTheRestOfTheFormLosesNothing(typed: String) {
    let form = MutableProperty(Form()), name = MutableProperty(""), note = MutableProperty(""), part = form.lens(\.name)
    let noted = form.lens(\.note)
    name.changes.observeValues { text in
      form.modify { $0.writes += 1 }
      note.value = "note \(text)"
      if text == "?" { part.value = "no name" }
    }
    name.bindTwoWay(following: part)
    note.bindTwoWay(following: noted)
    name.value = typed
    let expected = typed == "?" ? "no name" : typed
    #expect([form.value.name, name.value] == [expected, expected])
    #expect([form.value.note, note.value] == ["note \(expected)", "note \(expected)"])
  }

  /// Runs in a process of its own: a failure would never end.
  @Test func anAnswerToTheRestOfTheFormEnds() async {
    await #expect(processExitsWith: .success) {
      endIfItEchoes()
      let form = MutableProperty((number: 1.0, writes: 0)), field = MutableProperty(0.0), part = form.lens(\.number)
      field.bindTwoWay(following: part)
      field.changes.observeValues { _ in form.modify { $0.writes += 1 } }
      field.value = 2
      precondition(form.value == (2, 1))
      // Not equal to itself.
      form.modify { $0.number = .nan }
      precondition(field.value.isNaN && form.value.writes <= 4)
      endNow()
    }
  }

  @Test func aPartThatCannotBeComparedFollows() {
    let whole = MutableProperty((mark: Mark(text: "a"), writes: 0)), field = MutableProperty(Mark(text: ""))
    let part = whole.lens(\.mark)
    field.bindTwoWay(following: part)
    field.value = Mark(text: "b")
    whole.modify { $0.writes += 1 }
    let texts = [whole.value.mark.text, field.value.text]
    whole.modify { $0.mark.text = "c" }
    #expect(texts + [field.value.text] == ["b", "b", "c"])
  }

  /// Runs in a process of its own: its failure stops the program.
  @Test func anEqualityOfTheMainActorIsNeverUsedElsewhere() async {
    await #expect(processExitsWith: .success) {
      let whole = MutableProperty((title: Title(text: "a"), writes: 0)), field = MutableProperty(Title(text: ""))
      let part = whole.lens(\.title)
      await MainActor.run { _ = field.bindTwoWay(following: part) }
      await race({ field.value = Title(text: "b") }, { whole.modify { $0.writes += 1 } })
      let isEqual = await MainActor.run { whole.value.title == field.value }
      precondition(isEqual)
      endNow()
    }
  }

  /// Runs in a process of its own: an echo would never end.
  @Test(arguments: 0..<5) func circlesSettle(index: Int) async {
    await #expect(processExitsWith: .success) { [index] in
      endIfItEchoes()
      let a = MutableProperty(0), b = MutableProperty(0), c = MutableProperty(0)
      let partOfB = b.lens(get: { $0 }, set: { $0 = $1 }), partOfC = c.lens(get: { $0 }, set: { $0 = $1 })
      let pairs = [
        [(a, b), (a, b), (b, c)],  // the same pair twice
        [(a, b), (b, a), (b, c)],  // both directions
        [(a, b), (b, c), (c, a)],  // a triangle
        [(a, a), (a, b), (b, c)],  // itself
        [(a, b), (partOfB, c), (partOfC, a)],  // through parts
      ]
      for (follower, leader) in pairs[index] { follower.bindTwoWay(following: leader) }
      let toA = Recorder(a.changes)
      a.value = 1
      precondition([a, b, c].map(\.value) == [1, 1, 1], "\(c.value)")
      precondition(toA.values == [1], "\(toA.values)")
      b.value = 2
      precondition([a, b, c].map(\.value) == [2, 2, 2])
      withExtendedLifetime((partOfB, partOfC)) {}
    }
  }
}
