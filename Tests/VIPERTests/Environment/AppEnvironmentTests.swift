import Foundation
import Signals
import Testing
import VIPER

@Suite struct AppEnvironmentTests {
  @Test("the live environment has the calendar of the user") func live() {
    let calendar = AppEnvironment.live.calendar, user = Calendar.current
    #expect(calendar.identifier == user.identifier)
    #expect(calendar.firstWeekday == user.firstWeekday)
    #expect(calendar.timeZone == user.timeZone)
    #expect(AppEnvironment.live.locale == Locale.current)
  }

  @Test("the live environment makes ids that differ, and no executor of its own") func ids() {
    let environment = AppEnvironment.live
    #expect(environment.id() != environment.id())
    #expect(environment.executor == nil)
  }
}
