import Foundation
import Testing
import Todo

@Suite struct UpcomingItemTests {
  private func item(_ relation: DueRelation, _ due: String, _ title: String, id: Int = 1) -> UpcomingItem {
    UpcomingItem(id: .number(id), relation: relation, due: Calendar.utc.day(due), title: title)
  }

  @Test("equal in relation, day and title is equal, whatever the id") func equality() {
    #expect(item(.today, "2014-05-21", "Milk", id: 1) == item(.today, "2014-05-21", "Milk", id: 2))
  }

  @Test("a difference in one of them is a difference") func difference() {
    let milk = item(.today, "2014-05-21", "Milk")
    #expect(milk != item(.tomorrow, "2014-05-21", "Milk"))
    #expect(milk != item(.today, "2014-05-22", "Milk"))
    #expect(milk != item(.today, "2015-05-21", "Milk"))
    #expect(milk != item(.today, "2014-05-21", "milk"))
  }
}
