import Foundation
import Signals
import Testing

@Suite struct LazyReferenceTests {
  private final class Owner: Sendable {
    let held = LazyReference<Held>()
  }

  @Test func isMadeOnceForAllThreadsThatAskAndGoesWithItsOwner() async {
    await race(times: 50) { _ in
      let owner = Owner(), seen = MutableProperty<[Held]>([])
      let ask = { @Sendable in
        let held = owner.held {
          // Another thread asks meanwhile.
          sched_yield()
          return Held()
        }
        seen.modify { $0.append(held) }
      }
      let isUnmade = owner.held.made == nil
      return Round(
        ask, ask, ask, ask,
        holds: { isUnmade && seen.value.count == 4 && seen.value.allSatisfy { $0 === owner.held.made } })
    }
    #expect(isReleased { held in _ = Owner().held { held } })
  }
}
