import Signals
import Testing

@testable import REPL

@MainActor @Suite struct PrintedScreenTests {
  private let first = MutableProperty("one")
  private let second = MutableProperty("two")

  @Test("only the regions that changed are printed, in the order of the view") func regions() {
    let view = ConsoleView(.title(second.readOnly), .title(Property(constant: "-")), .title(first.readOnly))
    var printed = PrintedScreen()
    #expect(printed.take([view], of: 1, afterAlert: false) == ["two", "-", "one"])
    #expect(printed.take([view], of: 1, afterAlert: false) == [])
    first.value = "1"
    second.value = "2"
    #expect(printed.take([view], of: 1, afterAlert: false) == ["2", "1"])
    first.value = "3"
    first.value = "1"
    #expect(printed.take([view], of: 1, afterAlert: false) == [])
  }

  @Test("after an alert the fields are printed again, and nothing else that is as it was") func afterAlert() {
    let view = ConsoleView(.title(first.readOnly), .field("name", second))
    var printed = PrintedScreen()
    _ = printed.take([view], of: 1, afterAlert: false)
    #expect(printed.take([view], of: 1, afterAlert: true) == ["name: two"])
    first.value = "1"
    #expect(printed.take([view], of: 1, afterAlert: true) == ["1", "name: two"])
  }

  @Test("another screen is printed whole, alike as it may be, and so is one that has more to show") func other() {
    let view = ConsoleView(.title(first.readOnly)), more = ConsoleView(.title(second.readOnly))
    var printed = PrintedScreen()
    _ = printed.take([view], of: 1, afterAlert: false)
    #expect(printed.take([view], of: 2, afterAlert: false) == ["one"])
    #expect(printed.take([view, more], of: 2, afterAlert: false) == ["one", "two"])
    #expect(printed.take([], of: nil, afterAlert: false) == [])
    #expect(printed.take([view], of: 2, afterAlert: false) == ["one"])
  }
}
