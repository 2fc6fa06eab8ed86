import Foundation

/// A query as a statement with values to bind, as far as there are indexes for what it asks; the rest is done afterwards.
struct SQLiteQuery<Entity: Sendable> {
  let sql: String
  let values: [IndexedValue]
  /// Whether the rows are the answer; else the query is to be asked once more, of them.
  let isComplete: Bool

  init(_ query: Query<Entity>, _ schema: StoreSchema<Entity>) {
    var values: [IndexedValue] = []
    let columns = Dictionary(schema.indexes.map { ($0.key, $0.column) }) { first, _ in first }
    let conditions = query.conditions.compactMap { condition -> String? in
      guard let column = columns[condition.key], let first = (condition.bounds.first as? any Indexable)?.indexed,
        let last = (condition.bounds.last as? any Indexable)?.indexed
      else { return nil }
      values += [first, last]
      return "\(column) BETWEEN ? AND ?"
    }
    var orders = query.orders.compactMap { order in
      columns[order.key].map { $0 + (order.direction == .ascending ? "" : " DESC") }
    }
    isComplete = conditions.count == query.conditions.count && orders.count == query.orders.count
    if !isComplete { orders = [] }
    var sql = "SELECT id, body, checksum, position FROM entities"
    if !conditions.isEmpty { sql += " WHERE " + conditions.joined(separator: " AND ") }
    sql += " ORDER BY " + (orders + ["position"]).joined(separator: ", ")
    if isComplete, query.limit != nil || query.offset > 0 {
      sql += " LIMIT ? OFFSET ?"
      values += [.integer(Int64(query.limit ?? -1)), .integer(Int64(query.offset))]
    }
    self.sql = sql
    self.values = values
  }
}
