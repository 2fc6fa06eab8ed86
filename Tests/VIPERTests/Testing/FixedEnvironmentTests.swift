import Foundation
import Signals
import Testing
import VIPER
import VIPERTesting

@Suite struct FixedEnvironmentTests {
  @Test func theDateMovesWithVirtualTime() {
    let time = VirtualTimeScheduler()
    let environment = AppEnvironment.fixed(at: Date(timeIntervalSince1970: 100), on: time)
    time.advance(by: .milliseconds(1500))
    #expect(environment.now() == Date(timeIntervalSince1970: 101.5))
  }

  @Test func idsAreCounted() {
    let environment = AppEnvironment.fixed(on: VirtualTimeScheduler())
    let ids = (1...2).map { _ in environment.id().uuidString }
    #expect(ids == ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"])
  }

  @Test func tasksRunOnVirtualTimeAndElsewhereWhereTheyDo() {
    let time = VirtualTimeScheduler()
    var environment = AppEnvironment.fixed(on: time)
    #expect(environment.executor as? VirtualTimeScheduler === time)
    environment.scheduler = .main
    #expect(environment.executor == nil)
  }

  @Test func weeksBeginOnSunday() {
    let calendar = AppEnvironment.fixed(on: VirtualTimeScheduler()).calendar
    #expect(calendar.firstWeekday == 1 && calendar.timeZone == .gmt)
  }
}
