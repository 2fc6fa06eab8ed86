import Signals
import SignalsTesting
import Testing

/// Bindings of parts of a property.
@Suite struct PartBindingTests {
  struct Form: Sendable, Equatable { var a = 0, b = 0, writes = 0 }

  let form = MutableProperty(Form()), x = MutableProperty(0), y = MutableProperty(0)
  let a: MutableProperty<Int>, b: MutableProperty<Int>
  private let bag = DisposeBag()

  init() {
    a = form.lens(get: \.a, set: { $0.a = $1 })
    b = form.lens(get: \.b, set: { $0.b = $1 })
  }

  private func bind(_ first: MutableProperty<Int>, _ second: MutableProperty<Int>) {
    first.bindTwoWay(to: second).stored(in: bag)
  }

  @Test(arguments: [true, false]) func onePropertyFollowsTwoParts(isFirst: Bool) {
    for part in [a, b] { if isFirst { bind(x, part) } else { bind(part, x) } }
    for (number, property) in [x, a, b, x].enumerated() {
      property.value = number + 1
      #expect([x, a, b].map(\.value) == Array(repeating: number + 1, count: 3))
    }
  }

  @Test func oneWriteToTwoPartsOfACircleSettles() {
    for (whole, part) in [(x, a), (y, b), (x, y)] { bind(whole, part) }
    x.changes.observeValues { [form] in if $0 == 1 { form.modify { ($0.a, $0.b) = (8, 9) } } }.stored(in: bag)
    for value in [1, 2] {
      x.value = value
      #expect(Set([x, y, a, b].map(\.value)).count == 1)
    }
    form.modify { ($0.a, $0.b) = (10, 11) }
    #expect(Set([x, y, a, b].map(\.value)).count == 1)
  }

  @Test func aWriteBesideThePartThatComesFirstLosesNothing() {
    x.changes.observeValues { [form] in if $0 == 1 { form.modify { $0.writes += 1 } } }.stored(in: bag)
    bind(x, a)
    for value in [1, 2] {
      x.value = value
      #expect(form.value == Form(a: value, writes: 1) && x.value == value)
    }
  }

  @Test(arguments: [true, false]) func aWriteToAnotherPartThatComesFirstLosesNothing(isFirst: Bool) {
    x.changes.observeValues { [y] in if $0 == 1 { y.value = 9 } }.stored(in: bag)
    for (whole, part) in [(x, a), (y, b)] { if isFirst { bind(whole, part) } else { bind(part, whole) } }
    x.value = 1
    #expect(form.value == Form(a: 1, b: 9) && x.value == 1 && y.value == 9)
  }

  @Test func aLaterWriteToThePartItselfWins() {
    x.changes.observeValues { [a] in if $0 == 1 { a.value = 5 } }.stored(in: bag)
    bind(x, a)
    x.value = 1
    #expect(x.value == 5 && a.value == 5)
  }

  @Test func aWriteBesideThePartIsNotTold() {
    bind(x, a)
    bind(y, b)
    let heard = Recorder(x.changes)
    y.value = 1
    form.modify { $0.writes += 1 }
    #expect(heard.values == [])
    a.value = 2
    form.modify { ($0.a, $0.writes) = (3, 2) }
    #expect(heard.values == [2, 3])
  }

  /// Runs in a process of its own: a failure would never end.
  @Test(arguments: [true, false]) func anAnswerBesideThePartEnds(isFirst: Bool) async {
    await #expect(processExitsWith: .success) { [isFirst] in
      endIfItEchoes()
      let form = MutableProperty(Form()), field = MutableProperty(0.0), bag = DisposeBag()
      let part = form.lens(get: { Double($0.a) / Double($0.b) }, set: { ($0.a, $0.b) = (Int($1), 1) })
      func answer() {
        field.changes.observeValues { _ in form.modify { $0.writes += 1 } }.stored(in: bag)
      }
      if isFirst { answer() }
      part.value = 1
      field.bindTwoWay(to: part).stored(in: bag)
      if !isFirst { answer() }
      field.value = 2
      precondition(form.value.a == 2)
      // NaN, which is not equal to itself.
      form.modify { ($0.a, $0.b) = (0, 0) }
      precondition(field.value.isNaN && form.value.writes <= 4)
      endNow()
    }
  }

  @Test func partsThatMayBeMissingFollow() {
    let whole = MutableProperty<(name: String?, count: Int)>((nil, 0)), field = MutableProperty<String?>("a")
    let name = whole.lens(get: \.name, set: { $0.name = $1 })
    name.bindTwoWay(to: field).stored(in: bag)
    let heard = Recorder(field.changes)
    for text in [nil, "b", nil] as [String?] {
      name.value = text
      whole.modify { $0.count += 1 }
      #expect(field.value == text)
    }
    field.value = "c"
    #expect(whole.value.name == "c")
    #expect(heard.values == [nil, "b", nil, "c"])
  }

  @Test func partsThatCannotBeComparedFollow() {
    struct Mark: Sendable { let number: Int }
    let whole = MutableProperty((mark: Mark(number: 0), count: 0)), other = MutableProperty(Mark(number: 1))
    let mark = whole.lens(get: \.mark, set: { $0.mark = $1 })
    mark.bindTwoWay(to: other).stored(in: bag)
    #expect(whole.value.mark.number == 1)
    other.value = Mark(number: 2)
    #expect(whole.value.mark.number == 2)
    whole.modify { $0.mark = Mark(number: 3) }
    #expect(other.value.number == 3)
  }

  @Test func concurrentWritesToPartsAndBesideThemConverge() async {
    bind(x, a)
    bind(b, y)
    for _ in 0..<100 {
      let all = [x, y, a, b]
      await race(
        all.map { property in { @Sendable in for number in 0..<20 { property.value = number } } } + [
          { [form] in for _ in 0..<20 { form.modify { $0.writes += 1 } } }
        ])
      #expect(x.value == a.value && y.value == b.value)
    }
  }

  @Test func aPropertyWithoutDuplicatesMayBeBoundToItsSource() {
    form.map { $0.a * 2 }.removeDuplicates().bind(to: b).stored(in: bag)
    form.combine(x) { min($0.a, 10) + $1 * 0 }.removeDuplicates().map { $0 }.bind(to: a).stored(in: bag)
    a.value = 3
    #expect(form.value == Form(a: 3, b: 6))
    a.value = 30
    #expect(form.value == Form(a: 10, b: 20))
    b.readOnly.bind(to: b).stored(in: bag)
    #expect(b.value == 20)
  }
}
