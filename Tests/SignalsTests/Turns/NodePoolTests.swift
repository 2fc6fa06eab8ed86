import Signals
import Testing

@Suite struct NodePoolTests {
  @Test func threadsShareAPoolWithoutLosingAnything() async {
    let (signal, input) = Signal<Int, Never>.pipe()
    let sum = MutableProperty(0)
    let observation = signal.observeValues { value in sum.modify { $0 += value } }
    await race((0..<4).map { _ in { for value in 1...2000 { input.send(value) } } })
    #expect(sum.value == 4 * 2001 * 1000)
    observation.dispose()
  }
}
