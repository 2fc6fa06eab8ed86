import Foundation
import Services

/// A query translated to SQL, as far as indexes exist. Remaining conditions and orders are applied to the rows in memory.
struct SQLiteQuery<Entity: Identifiable & Sendable> {
  let sql: String
  let values: [IndexedValue]
  /// Whether the rows are the exact answer. Otherwise the query must be applied to them again.
  let isComplete: Bool

  init(_ query: Query<Entity>, _ schema: StoreSchema<Entity>) {
    var values: [IndexedValue] = [], isComplete = true
    var columns = Dictionary(schema.indexes.map { ($0.path as AnyKeyPath, $0.column.quoted) }) { first, _ in first }
    // The path of `commitIfStored`. The path that an app writes for its own type is another one, and needs an index.
    columns[\Entity.id] = "id"
    var conditions: [String] = []
    for condition in query.conditions {
      // SQLite limits the number of conditions to 1,000 and that of parameters to 32,766.
      guard conditions.count < 500, let column = columns[condition.path], let term = Self.term(condition, column),
        values.count + term.values.count < 32_000
      else {
        isComplete = false
        continue
      }
      // A text with the same bytes may have different characters, and SQLite stores NaN as null.
      if [.prefix, .substring].contains(condition.relation) || condition.indexed?.contains(.null) == true {
        isComplete = false
      }
      values += term.values
      conditions.append(term.sql)
    }
    var orders = query.orders.compactMap { order in
      columns[order.path].map { $0 + (order.direction == .ascending ? "" : " DESC") }
    }
    if orders.count < query.orders.count { isComplete = false }
    if !isComplete { orders = [] }
    var sql = "SELECT body FROM entities"
    if !conditions.isEmpty { sql += " WHERE " + conditions.joined(separator: " AND ") }
    sql += " ORDER BY " + (orders + ["position"]).joined(separator: ", ")
    if isComplete, query.limit != nil || query.offset > 0 {
      sql += " LIMIT ? OFFSET ?"
      values += [.integer(Int64(query.limit ?? -1)), .integer(Int64(query.offset))]
    }
    (self.sql, self.values, self.isComplete) = (sql, values, isComplete)
  }

  /// The answer from the rows.
  func select(_ query: Query<Entity>, from found: [Entity]) -> [Entity] {
    isComplete ? found : query.select(from: found)
  }

  private typealias Term = (sql: String, values: [IndexedValue])

  /// The condition on a column; nil if SQL cannot express it.
  private static func term(_ condition: QueryCondition<Entity>, _ column: String) -> Term? {
    guard let values = condition.indexed else { return nil }
    func compared(_ operation: String) -> Term { ("\(column) \(operation) ?", values) }
    switch condition.relation {
    case .equal: return values == [.null] ? ("\(column) IS NULL", []) : compared("=")
    case .atLeast: return compared(">=")
    case .atMost: return compared("<=")
    case .below: return compared("<")
    case .among: return among(values, column)
    case .substring: return ("instr(\(column), ?) > 0", values)
    case .prefix:
      guard case .bytes(var end)? = values.first, let last = end.popLast() else { return ("\(column) IS NOT NULL", []) }
      // The last byte of UTF-8 is never 255.
      end.append(last + 1)
      return ("\(column) >= ? AND \(column) < ?", values + [.bytes(end)])
    }
  }

  private static func among(_ values: [IndexedValue], _ column: String) -> Term {
    var listed = values.filter { $0 != .null }
    var terms = values.contains(.null) ? ["\(column) IS NULL"] : []
    if let first = listed.first {
      // Padded to a power of two, so that few different statements are prepared.
      while listed.count & (listed.count - 1) != 0 { listed.append(first) }
      terms.append("\(column) IN (\(listed.map { _ in "?" }.joined(separator: ", ")))")
    }
    return (terms.isEmpty ? "0" : "(\(terms.joined(separator: " OR ")))", listed)
  }
}
