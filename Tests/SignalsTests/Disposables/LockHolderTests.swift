import Signals
import Testing

struct LockHolderTests {
  private struct Refused: Error {}

  private static let use = "uses its own property, or one made of it"

  @Test func aReadInTheClosureOfModifyNamesTheModify() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let property = MutableProperty(1)
      property.modify(file: "Outer.swift", line: 7) { $0 = property.value + 1 }
    }
    #expect(result.text.contains("the closure of modify at Outer.swift:7 \(Self.use)"))
  }

  @Test func aSetInTheClosureOfModifyNamesTheModify() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let property = MutableProperty(1)
      property.modify(file: "Outer.swift", line: 7) { _ in property.value = 2 }
    }
    #expect(result.text.contains("the closure of modify at Outer.swift:7 \(Self.use)"))
  }

  @Test func aReadOfAPropertyMadeOfItNamesTheModify() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let property = MutableProperty(1), twice = property.map { $0 * 2 }
      property.modify(file: "Outer.swift", line: 7) { $0 = twice.value }
    }
    #expect(result.text.contains("the closure of modify at Outer.swift:7 \(Self.use)"))
  }

  @Test func aModifyInTheClosureOfAnotherNamesBothPlaces() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let property = MutableProperty(1)
      property.modify(file: "Outer.swift", line: 7) { _ in property.modify(file: "Inner.swift", line: 9) { $0 += 1 } }
    }
    #expect(result.text.contains("modify at Inner.swift:9 would wait for ever: it comes from the closure of modify"))
    #expect(result.text.contains("at Outer.swift:7, which has locked the same property; use the closure's argument"))
  }

  @Test func aModifyOfAPartInTheClosureOfTheWholesNamesBothPlaces() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let whole = MutableProperty([1, 2]), part = whole.lens(get: { $0[0] }, set: { $0[0] = $1 })
      whole.modify(file: "Outer.swift", line: 7) { _ in part.modify(file: "Inner.swift", line: 9) { $0 += 1 } }
    }
    #expect(result.text.contains("modify at Inner.swift:9 would wait for ever: it comes from the closure of modify"))
    #expect(result.text.contains("at Outer.swift:7, which has locked the same property; use the closure's argument"))
  }

  @Test func aReadInTheClosureOfAPartsModifyNamesTheModify() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let whole = MutableProperty([1, 2]), part = whole.lens(get: { $0[0] }, set: { $0[0] = $1 })
      part.modify(file: "Outer.swift", line: 7) { $0 = whole.value[1] }
    }
    #expect(result.text.contains("the closure of modify at Outer.swift:7 \(Self.use)"))
  }

  @Test func aLensThatUsesItsOwnPropertyIsFound() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let whole = MutableProperty([1, 2])
      whole.lens(get: { $0[0] }, set: { $0[0] = $1 + whole.value[1] }).value = 3
    }
    #expect(result.text.contains("a lens's get or set uses its own property"))
  }

  private static let lineOfModify = #line + 3
  private static func readInModify() {
    let property = MutableProperty(1)
    property.modify { $0 = property.value }
  }

  @Test func thePlaceIsThatOfTheCall() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Self.readInModify()
    }
    #expect(result.text.contains("the closure of modify at \(#fileID):\(Self.lineOfModify) \(Self.use)"))
  }

  @Test func theClosureMayUseOtherProperties() {
    let one = MutableProperty(1), two = MutableProperty(2)
    one.modify { one in
      two.modify { $0 += 1 }
      one += two.value
    }
    #expect(one.value == 4 && two.value == 3)
  }

  @Test func theModifyIsOverWhenItsClosureThrows() {
    let property = MutableProperty(1)
    #expect(throws: Refused.self) { try property.modify { _ throws(Refused) in throw Refused() } }
    property.value = 2
    property.modify { $0 += 1 }
    #expect(property.value == 3)
  }

  @Test func anObserverMayUseThePropertyThatWasModified() {
    let property = MutableProperty(1)
    property.changes.prefix(1).observeValues { _ in property.modify { $0 += 1 } }
    property.modify { $0 += 1 }
    #expect(property.value == 3)
  }
}

extension ExitTest.Result? {
  fileprivate var text: String { String(decoding: self?.standardErrorContent ?? [], as: UTF8.self) }
}
