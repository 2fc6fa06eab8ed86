import Signals
import Testing

struct LockHolderTests {
  /// Uses of a property inside a closure that has locked it.
  private static let mistakes: [String: Mistake] = {
    func use(_ make: @escaping @Sendable () -> Void) -> Mistake {
      Mistake("the closure of modify at Outer.swift:7 uses its own property, or one derived from it", make: make)
    }
    func modify(_ make: @escaping @Sendable () -> Void) -> Mistake {
      Mistake(
        "modify at Inner.swift:9 would wait forever: it comes from the closure of modify",
        "at Outer.swift:7, which has locked the same property; use the closure's argument", make: make)
    }
    @Sendable func part(of whole: MutableProperty<[Int]>) -> MutableProperty<Int> {
      whole.lens(get: { $0[0] }, set: { $0[0] = $1 })
    }
    return [
      "read": use {
        let property = MutableProperty(1)
        property.modify(file: "Outer.swift", line: 7) { $0 = property.value + 1 }
      },
      "set": use {
        let property = MutableProperty(1)
        property.modify(file: "Outer.swift", line: 7) { _ in property.value = 2 }
      },
      "read of a property made of it": use {
        let property = MutableProperty(1), twice = property.map { $0 * 2 }
        property.modify(file: "Outer.swift", line: 7) { $0 = twice.value }
      },
      "read of the whole in the modify of a part": use {
        let whole = MutableProperty([1, 2])
        part(of: whole).modify(file: "Outer.swift", line: 7) { $0 = whole.value[1] }
      },
      "modify": modify {
        let property = MutableProperty(1)
        property.modify(file: "Outer.swift", line: 7) { _ in property.modify(file: "Inner.swift", line: 9) { $0 += 1 } }
      },
      "modify of a part": modify {
        let whole = MutableProperty([1, 2]), part = part(of: whole)
        whole.modify(file: "Outer.swift", line: 7) { _ in part.modify(file: "Inner.swift", line: 9) { $0 += 1 } }
      },
      "lens": Mistake("a lens's get or set uses its own property") {
        let whole = MutableProperty([1, 2])
        whole.lens(get: { $0[0] }, set: { $0[0] = $1 + whole.value[1] }).value = 3
      },
      "call without a place": Mistake("the closure of modify at \(#fileID):\(#line + 2)") {
        let property = MutableProperty(1)
        property.modify { $0 = property.value }
      },
    ]
  }()

  @Test("a use inside the closure that has locked the property names the places", arguments: mistakes.keys.sorted())
  func placesAreNamed(_ mistake: String) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
      Self.mistakes[mistake]?.make()
    }
    try #require(Self.mistakes[mistake]).expect(in: result)
  }

  @Test func theClosureMayUseOtherProperties() {
    let one = MutableProperty(1), two = MutableProperty(2)
    one.modify { one in
      two.modify { $0 += 1 }
      one += two.value
    }
    #expect(one.value == 4 && two.value == 3)
  }

  @Test func aPropertyMayBeUsedOnceItsModifyIsOver() {
    let property = MutableProperty(1)
    #expect(throws: CancellationError.self) { try property.modify { _ in throw CancellationError() } }
    property.changes.prefix(1).observeValues { _ in property.modify { $0 += 1 } }
    property.modify { $0 += 1 }
    #expect(property.value == 3)
  }
}
