import Foundation
import Testing
import Todo

@Suite struct UpcomingItemTests {
  private func item(_ relation: DueRelation, _ due: String, _ title: String, id: Int = 1) -> UpcomingItem {
    UpcomingItem(id: .number(id), relation: relation, due: Calendar.utc.day(due), title: title)
  }

  @Test("items with equal relation, day and title are equal, with any ids") func equality() {
    #expect(item(.today, "2014-05-21", "Milk", id: 1) == item(.today, "2014-05-21", "Milk", id: 2))
  }

  @Test("items with a different relation, day or title differ") func difference() {
    let milk = item(.today, "2014-05-21", "Milk")
    #expect(milk != item(.tomorrow, "2014-05-21", "Milk"))
    #expect(milk != item(.today, "2014-05-22", "Milk"))
    #expect(milk != item(.today, "2015-05-21", "Milk"))
    #expect(milk != item(.today, "2014-05-21", "milk"))
  }
}
