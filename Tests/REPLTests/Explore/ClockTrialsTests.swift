import Effort
import Fixtures
import Foundation
import Signals
import Testing
import VIPER

@testable import REPL
@testable import REPLTools

/// What another time zone, a day of 23 or 25 hours, the day before and a clock that is set back may not change.
@MainActor @Suite struct ClockTrialsTests {
  enum Mistake: CaseIterable, Sendable {
    /// A day begins at midnight in Greenwich.
    case takesGreenwich
    /// The next day begins 86,400 seconds later.
    case addsSeconds
    /// Today is the day on which the screen was opened first.
    case keepsToday
    /// After a note, the weekday is that on which the screen was opened.
    case remembersWeekday
    /// A timer reads the clock.
    case readsClock
    /// Notes are in the order of instants.
    case sortsInstants
    /// The first day that can be chosen is that on which the page was opened.
    case keepsFirstDay
    /// Chinese has one name.
    case knowsOneName
    /// `stop` says that nothing steeps, and the timer goes on.
    case goesOn
    /// `steep` can be typed again, and then seconds count twice.
    case steepsTwice
  }
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private static let flow = """
    > :promises
    > :now 2014-05-21T12:00
    > :open diary
    > day 2014-05-21
    > note
    > day 2014-05-22
    > note
    > page
    > day 2014-05-21
    > keep
    > back
    > brew
    > :advance 1m
    > note

    """
  private static let chinese = """
    > :promises
    > :locale zh-Hans
    > :open diary

    """

  private static let steeping = """
    > :promises
    > :open diary
    > steep
    > :advance 10s
    > stop

    """

  private static let oneNote = """
    > :promises
    > :now 2014-05-21T12:00
    > :open diary
    > day 2014-05-21
    > note
    > :screen

    """

  /// A diary behind a menu; and tea, which takes a minute, or steeps until it is stopped.
  private static func app(_ mistake: Mistake? = nil) -> ConsoleApp {
    ConsoleApp("diary", home: "menu") { session in
      let opened = MutableProperty<Date?>(nil), page = Route<Void, Never>("page")
      let diary = Module(Route<Void, Never>("diary"), opens: page) { router, _ in
        let environment = router.environment, day = MutableProperty(""),
          notes = MutableProperty<[(text: String, date: Date?)]>([])
        opened.value = opened.value ?? environment.now()
        let note = Command<Void, Void, Never>.sync {
          let calendar = environment.calendar, zone = mistake == .takesGreenwich ? Day.calendar : calendar
          let now = (mistake == .keepsToday ? opened.value : nil) ?? environment.now()
          let next = calendar.date(byAdding: mistake == .addsSeconds ? .second : .day, value: 1, to: now)
          let tomorrow = mistake == .addsSeconds ? next?.addingTimeInterval(86_399) : next
          let date = DateText.parse(day.value, zone)
          func isDate(_ other: Date?) -> Bool {
            if let date, let other { calendar.isDate(date, inSameDayAs: other) } else { false }
          }
          let time = isDate(now) ? "for today" : isDate(tomorrow) ? "for tomorrow" : "for later"
          notes.modify { notes in
            notes.append(("\(["first", "second", "third", "last"][min(notes.count, 3)]) \(time)", date))
            if mistake == .sortsInstants { notes.sort { $0.date ?? now < $1.date ?? now } }
          }
        }
        let brew = Command { () -> Signal<String, Never> in
          let end = environment.now() + 60, ready = "the tea is ready", scheduler = environment.scheduler
          if mistake != .readsClock { return .just(ready).delay(.seconds(60), on: scheduler) }
          let ticks = Signal.timer(every: .seconds(10), on: scheduler)
          return ticks.first { _ in environment.now() >= end }.map { _ in ready }
        }
        let isSteeping = MutableProperty(false), seconds = MutableProperty(0)
        let ends = isSteeping.changes.filter { !$0 && mistake != .goesOn }
        let steep = Command.sync(unless: isSteeping.map { $0 && mistake != .steepsTwice ? "it steeps" : nil }) {
          isSteeping.value = true
          Signal.timer(every: .seconds(1), on: environment.scheduler).prefix(until: ends)
            .observeValues { _ in seconds.value += 1 }.stored(in: router.alive)
        }
        let stop = Command.sync(unless: isSteeping.map { $0 ? nil : "nothing steeps" }) { isSteeping.value = false }
        let now = environment.now(), noted = note.values.map { now }
        let days = mistake == .remembersWeekday ? Signal.merge(environment.days, noted) : environment.days
        let weekday = days.map { day in
          environment.calendar.weekdaySymbols[environment.calendar.component(.weekday, from: day) - 1]
        }
        let language = environment.locale.identifier
        let isChinese = mistake == .knowsOneName ? language.hasPrefix("zh-Hans") : language.hasPrefix("zh")
        return Assembly(
          view: ConsoleView(
            .title(isChinese ? "日记" : "Diary"), .label("weekday", Property(initial: "", then: weekday)),
            .field("day", day),
            .button("note", note), .list("notes", notes, line: \.text), .button("brew", brew), .alert("", brew.values),
            .label("steeped", seconds.map { "\($0)" }), .button("steep", steep), .button("stop", stop),
            .button("page", Command { router.push(page) })))
      }
      let above = Module(page) { router, _ in
        let environment = router.environment, day = MutableProperty(""), opened = environment.now()
        let refusal = day.map { text in
          let now = mistake == .keepsFirstDay ? opened : environment.now(), calendar = environment.calendar
          let date = DateText.parse(text, calendar) ?? .distantPast
          return date < calendar.startOfDay(for: now) ? "the day is over" : nil
        }
        return Assembly(
          view: ConsoleView(.field("day", day), .button("keep", Command.sync(unless: refusal) {}), .back(router)))
      }
      let menu = Module(Route<Void, Never>("menu")) { _, _ in Assembly(view: ConsoleView(.title("Menu"))) }
      return try Navigator(stage: session.console, environment: session.environment, modules: [diary, above, menu])
    }
  }

  private func explore(_ mistake: Mistake?) async throws -> Found {
    let settings = ExplorationSettings(kinds: [.detours], runs: Effort.runs(short: 160, full: 160, all: 400), seed: 1)
    let flow =
      switch mistake {
      case .knowsOneName: Self.chinese
      case .sortsInstants: Self.oneNote
      case .goesOn, .steepsTwice: Self.steeping
      default: Self.flow
      }
    return try await Found(Self.app(mistake), settings, in: folder, flow: flow)
  }

  @Test("an app without a mistake may be used at any time")
  func none() async throws {
    let found = try await explore(nil)
    #expect(found.text.hasSuffix("nothing found\n"), "\(found.text)")
  }

  private nonisolated static let rows: [(Mistake, String)] = [
    (.takesGreenwich, "After ':zone Pacific/Honolulu', 'note' has another effect"),
    (.addsSeconds, "Around a day of 23 or 25 hours, "),
    (.keepsToday, "After its screen was open the day before, "),
    (.remembersWeekday, "After its screen was open the day before, "),
    (.sortsInstants, "After the time zone has changed, "),
    (.keepsFirstDay, "'keep' is refused on a screen opened today, and accepted on one that is open since yesterday"),
    (.knowsOneName, "is not the same after ':locale zh_CN' as after ':locale zh-Hans-CN'"),
    (.goesOn, "After 'stop' the screen looks as it did at rest, and goes on changing"),
    (.steepsTwice, "'steep', typed twice, has another effect on a timer than typed once"),
    (.readsClock, "After the clock was set back by an hour, "),
  ]

  @Test("a mistake is found, and its flow passes once it is mended", arguments: Effort.some(4, of: rows))
  func mistake(_ mistake: Mistake, _ title: String) async throws {
    let found = try await explore(mistake)
    #expect(found.text.contains(title), "\(found.text)")
    #expect(found.flows.count == 1, "\(found.text)")
    #expect(found.commandCount <= 8, "\(found.flows)")
    for flow in found.flows.values {
      let file = try folder.write("found.flow", flow)
      let today = await Self.app(mistake).run(flow: file), mended = await Self.app().run(flow: file)
      #expect(!today.passed, "\(flow)")
      #expect(mended.passed, "\(mended.text)")
    }
  }
}
