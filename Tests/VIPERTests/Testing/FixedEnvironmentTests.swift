import Foundation
import Signals
import Testing
import VIPER
import VIPERTesting

@Suite struct FixedEnvironmentTests {
  private let time = VirtualTimeScheduler()

  @Test func theDateMovesWithVirtualTime() {
    let environment = AppEnvironment.fixed(at: Date(timeIntervalSince1970: 100), on: time)
    time.advance(by: .milliseconds(1500))
    #expect(environment.now() == Date(timeIntervalSince1970: 101.5))
  }

  @Test func idsAreCountedWeeksBeginOnSundayAndTasksRunOnVirtualTime() {
    var environment = AppEnvironment.fixed(on: time)
    let ids = (1...2).map { _ in environment.id().uuidString }, calendar = environment.calendar
    #expect(ids == ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"])
    #expect(calendar.firstWeekday == 1)
    #expect(calendar.timeZone == .gmt)
    let executor = environment.executor as? VirtualTimeScheduler
    environment.scheduler = .main
    #expect(executor === time)
    #expect(environment.executor == nil)
  }
}
