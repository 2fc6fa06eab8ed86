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

  /// Writes by an observer of `x` that is attached before the bindings, and the form and `y` after `x` is set to 1 and 2.
  private static let writes: [String: (@Sendable (PartBindingTests) -> Void, [Form], y: Int)] = [
    "beside the parts": ({ $0.form.modify { $0.writes += 1 } }, [Form(a: 1, writes: 1), Form(a: 2, writes: 1)], 0),
    "to another part": ({ $0.y.value = 9 }, [Form(a: 1, b: 9), Form(a: 2, b: 9)], 9),
    "to the part itself, which wins": ({ $0.a.value = 5 }, [Form(a: 5), Form(a: 2)], 0),
    "to both parts": ({ $0.form.modify { ($0.a, $0.b) = (8, 9) } }, [Form(a: 8, b: 9), Form(a: 2, b: 9)], 9),
  ]

  @Test("a write that comes before a binding's own loses nothing", arguments: writes.keys.sorted(), [true, false])
  func earlierWrite(name: String, isFirst: Bool) throws {
    let (write, forms, other) = try #require(Self.writes[name])
    x.changes.observeValues { [self] in if $0 == 1 { write(self) } }.stored(in: bag)
    for (whole, part) in [(x, a), (y, b)] { if isFirst { bind(whole, part) } else { bind(part, whole) } }
    for (value, expected) in zip(1...2, forms) {
      x.value = value
      #expect(form.value == expected && [x.value, y.value] == [expected.a, other])
    }
    bag.dispose()
  }

  @Test func aWriteBesideThePartIsNotTold() {
    bind(x, a)
    bind(y, b)
    let heard = Recorder(x.changes)
    y.value = 1
    form.modify { $0.writes += 1 }
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

  @Test func partsThatMayBeMissingOrCannotBeComparedFollow() {
    struct Mark: Sendable { let text: String? }
    let whole = MutableProperty((mark: Mark(text: nil), count: 0)), field = MutableProperty(Mark(text: "a"))
    let mark = whole.lens(get: \.mark, set: { $0.mark = $1 })
    mark.bindTwoWay(to: field).stored(in: bag)
    let name = mark.lens(get: \.text, set: { $0 = Mark(text: $1) }), title = MutableProperty<String?>("b")
    name.bindTwoWay(to: title).stored(in: bag)
    let heard = Recorder(title.changes)
    for text in [nil, "c", nil] as [String?] {
      name.value = text
      whole.modify { $0.count += 1 }
    }
    field.value = Mark(text: "d")
    title.value = "e"
    #expect(heard.values == [nil, "c", nil, "d", "e"] && [whole.value.mark.text, field.value.text] == ["e", "e"])
  }

  /// As if another thread wrote there between two steps.
  @Test func aWriteBesideThePartWhileItIsBoundDoesNotLead() {
    let form = MutableProperty([1, 0]), number = MutableProperty(2)
    let part = form.lens(get: { $0[0] }, set: { $0[0] = $1 })
    let other = number.lens(
      get: {
        form.modify { $0[1] += 1 }
        return $0
      }, set: { $0 = $1 })
    let binding = part.bindTwoWay(to: other)
    #expect(form.value[0] == 2 && number.value == 2)
    binding.dispose()
  }
}
