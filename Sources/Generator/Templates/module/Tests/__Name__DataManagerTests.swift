import Foundation
import ModuleTemplate
import Services
import Signals
import SignalsTesting
import Testing

@Suite struct __Name__DataManagerTests {
  private let store = Stored__Name__(MemoryStore())

  private func __item__(_ text: String, added seconds: Double) -> __Name____Item__ {
    __Name____Item__(id: UUID(), text: text, added: Date(timeIntervalSinceReferenceDate: seconds))
  }

  @Test("what is kept comes in the order in which it was added") func order() throws {
    let data = __Name__DataManager(store), time = VirtualTimeScheduler()
    for __item__ in [__item__("b", added: 2), __item__("c", added: 3), __item__("a", added: 1)] {
      try expect(data.save(__item__).map { "s" }, "(s|)", on: time)
    }
    try expect(data.all().map { $0.map(\.text).joined() }, "(x|)", ["x": "abc"], on: time)
  }
}
