/// Rows keyed by id, in the order in which they were first saved.
package struct Table<Row: Identifiable> {
  /// The rows in the order of their age. A deleted row leaves a gap until there are more gaps than rows.
  private var slots: [Row?] = []
  private var positions: [Row.ID: Int] = [:]

  /// A table of `rows`. Of rows with the same id it keeps the last one.
  package init(_ rows: [Row] = []) {
    for row in rows { save(row) }
  }

  package var count: Int { positions.count }

  /// The rows in the order of their age.
  package var rows: [Row] {
    var rows: [Row] = []
    rows.reserveCapacity(count)
    // A plain loop is ten times as fast as a lazy sequence of a generic type.
    for slot in slots {
      if let row = slot { rows.append(row) }
    }
    return rows
  }

  package subscript(id: Row.ID) -> Row? { positions[id].flatMap { slots[$0] } }

  /// Saves `row`; returns the row it replaced.
  @discardableResult package mutating func save(_ row: Row) -> Row? {
    if let position = positions[row.id] {
      defer { slots[position] = row }
      return slots[position]
    }
    positions[row.id] = slots.count
    slots.append(row)
    return nil
  }

  /// Deletes the row with that id and returns it. Complexity: O(1), amortised.
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
  /// Makes a change; returns the rows that were added, deleted or replaced.
  mutating func make(_ change: StoreChange<Row>) -> [Row] {
    switch change {
    case .save(let row): [save(row), row].compactMap { $0 }
    case .delete(let id): [delete(id)].compactMap { $0 }
    }
  }
}
