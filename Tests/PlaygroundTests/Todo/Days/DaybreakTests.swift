import Foundation
import Signals
import SignalsTesting
import Testing
import Todo
import VIPER

@Suite struct DaybreakTests {
  private let here = TestEnvironment("2014-05-21")

  @Test("each day breaks at its midnight, as long as it is observed")
  func daybreak() {
    let recorder = Recorder(here.environment.daybreak(), on: here.time)
    here.time.advance(by: .seconds(86_400 * 3))
    #expect(recorder.entries.map(\.time) == [.seconds(43_200), .seconds(129_600), .seconds(216_000)])
    recorder.dispose()
    #expect(here.time.pending == 0)
  }

  @Test("the day breaks at its midnight to the second, whatever second it is, and also once the clock was set")
  func seconds() {
    let here = here, offset = MutableProperty(17.0)
    var environment = here.environment
    environment.now = { here.environment.now().addingTimeInterval(offset.value) }
    let recorder = Recorder(environment.daybreak(), on: here.time)
    here.time.advance(by: .seconds(43_200))
    #expect(recorder.entries.map(\.time) == [.seconds(43_200 - 17)])
    offset.value = 40
    environment.notifications.post(name: .NSCalendarDayChanged, object: nil)
    here.time.advance(by: .seconds(86_400))
    #expect(recorder.entries.map(\.time) == [.seconds(43_200 - 17), .seconds(129_600 - 40)])
    recorder.dispose()
    #expect(here.time.pending == 0)
  }

  @Test(
    "a day that begins because the clock was set is noticed as soon as the system notifies",
    arguments: [Notification.Name.NSCalendarDayChanged, Notification.Name("NSSystemClockDidChangeNotification")])
  func setClock(_ name: Notification.Name) {
    let here = here, days = MutableProperty(0)
    var environment = here.environment
    environment.now = { here.environment.now().addingTimeInterval(Double(days.value) * 86_400) }
    let recorder = Recorder(environment.daybreak())
    environment.notifications.post(name: name, object: nil)
    #expect(recorder.values.count == 0)
    days.value = 5
    environment.notifications.post(name: name, object: nil)
    #expect(recorder.values.count == 1)
    recorder.dispose()
    days.value = 6
    environment.notifications.post(name: name, object: nil)
    #expect(recorder.values.count == 1)
  }

  @Test("it sleeps from midnight to midnight: a year is a timer a day") func sleeping() {
    let here = here, counted = Fault()
    var environment = here.environment
    environment.scheduler = FaultyTimers(base: here.time, kind: .never, fault: counted)
    let recorder = Recorder(environment.daybreak())
    here.time.advance(by: .seconds(86_400 * 365))
    #expect(recorder.values.count == 365)
    #expect(counted.count == 366)
  }

  @Test("a timer that is early sleeps for the rest") func early() {
    let here = here
    var environment = here.environment
    environment.scheduler = FaultyTimers(base: here.time, kind: .early, fault: Fault(at: 1))
    let recorder = Recorder(environment.daybreak(), on: here.time)
    here.time.advance(by: .seconds(86_400))
    #expect(recorder.entries.map(\.time) == [.seconds(43_200)])
  }
}
