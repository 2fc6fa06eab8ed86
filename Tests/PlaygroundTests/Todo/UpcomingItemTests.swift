import Foundation
import Testing
import Todo

@Suite struct UpcomingItemTests {
  private func item(_ relation: DueRelation, _ due: String, _ title: String, id: Int = 1) -> UpcomingItem {
    UpcomingItem(
      id: .number(id), relation: relation, due: Calendar.utc.day(due), title: title, calendar: .utc)
  }

  @Test("equal in relation, day and title is equal, whatever the time of day and the id")
  func equality() {
    let left = item(.today, "2014-05-21 08:00", "Milk", id: 1),
      right = item(.today, "2014-05-21 23:59:59", "Milk", id: 2)
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
  }

  @Test("a difference in one of them is a difference")
  func difference() {
    let milk = item(.today, "2014-05-21", "Milk")
    #expect(milk != item(.tomorrow, "2014-05-21", "Milk"))
    #expect(milk != item(.today, "2014-05-22", "Milk"))
    #expect(milk != item(.today, "2014-06-21", "Milk"))
    #expect(milk != item(.today, "2015-05-21", "Milk"))
    #expect(milk != item(.today, "2014-05-21", "milk"))
  }
}
