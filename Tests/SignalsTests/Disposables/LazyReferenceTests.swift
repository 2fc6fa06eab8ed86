import Signals
import Testing

@Suite struct LazyReferenceTests {
  private final class Thing: Sendable {
    let held: Held
    init(_ held: Held = Held()) { self.held = held }
  }

  private final class Owner: Sendable {
    let thing = LazyReference<Thing>()
  }

  @Test func isMadeWhenItIsFirstAskedFor() {
    let owner = Owner()
    #expect(owner.thing.made == nil)
    let thing = owner.thing { Thing() }
    #expect(owner.thing.made === thing)
    #expect(owner.thing { Thing() } === thing)
  }

  @Test func goesWithItsOwner() {
    #expect(isReleased { held in _ = Owner().thing { Thing(held) } })
  }

  @Test func manyThreadsAskAndAllGetOne() async {
    for _ in 0..<200 {
      let owner = Owner(), seen = MutableProperty<[Thing]>([])
      await race(
        (0..<4).map { _ in
          { @Sendable in
            let thing = owner.thing { Thing() }
            seen.modify { $0.append(thing) }
          }
        })
      #expect(seen.value.count == 4 && seen.value.allSatisfy { $0 === owner.thing.made })
    }
  }
}
