/// Rows by id, in the order in which they were first saved: what a store keeps in memory or writes down.
package struct Table<Row: Identifiable> {
  /// In the order of their age. What was deleted leaves a gap until there are more gaps than rows.
  private var slots: [Row?] = []
  private var positions: [Row.ID: Int] = [:]

  /// A table of `rows`; of those with the same id the last one counts.
  package init(_ rows: [Row] = []) {
    for row in rows { save(row) }
  }

  package var count: Int { positions.count }

  /// The rows in the order of their age.
  package var rows: [Row] {
    var rows: [Row] = []
    rows.reserveCapacity(count)
    // A plain loop: lazy sequences of a type that is not known here cost ten times as much.
    for slot in slots {
      if let row = slot { rows.append(row) }
    }
    return rows
  }

  package subscript(id: Row.ID) -> Row? { positions[id].flatMap { slots[$0] } }

  /// Keeps `row`; gives the one whose place it took.
  @discardableResult package mutating func save(_ row: Row) -> Row? {
    if let position = positions[row.id] {
      defer { slots[position] = row }
      return slots[position]
    }
    positions[row.id] = slots.count
    slots.append(row)
    return nil
  }

  /// Forgets the row with that id, and gives it. O(1), amortised.
  @discardableResult package mutating func delete(_ id: Row.ID) -> Row? {
    guard let position = positions.removeValue(forKey: id) else { return nil }
    let row = slots[position]
    slots[position] = nil
    if slots.count > 2 * count + 16 { compact() }
    return row
  }

  private mutating func compact() {
    slots.removeAll { $0 == nil }
    for (position, row) in slots.enumerated() {
      if let row { positions[row.id] = position }
    }
  }
}

extension Table: Sendable where Row: Sendable, Row.ID: Sendable {}

extension Table where Row: Sendable, Row.ID: Sendable {
  /// Makes a change; gives the rows that came, went or were replaced.
  mutating func make(_ change: StoreChange<Row>) -> [Row] {
    switch change {
    case .save(let row): [save(row), row].compactMap { $0 }
    case .delete(let id): [delete(id)].compactMap { $0 }
    }
  }
}
