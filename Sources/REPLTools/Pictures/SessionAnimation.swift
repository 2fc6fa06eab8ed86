import Foundation
import REPL

/// The animation of a session as CSS: rows appear, commands are typed, and the window scrolls.
struct SessionAnimation {
  let session: SessionRows
  /// The number of visible rows.
  let shown: Int
  /// The height of a row and the width of a column.
  let row: Double, column: Double

  /// The CSS class of a row that appears after the start.
  func moment(of index: Int) -> String? { session.moments.firstIndex(of: session.rows[index].time).map { "m\($0)" } }

  /// The CSS rules, in a fixed order.
  var style: String {
    let end = offset(session.rows.count)
    let rules = session.moments.indices.map(appearance) + session.rows.indices.compactMap(typing) + [scrolling]
    return """

      .cover, .caret { opacity: 0 } .scroll { transform: translateY(\(Markup.number(end))px) }
      @media (prefers-reduced-motion: no-preference) {
      .cover, .caret { opacity: 1 }
      \(rules.joined(separator: "\n"))
      }
      """
  }

  private func appearance(_ index: Int) -> String {
    """
    .m\(index) { animation: m\(index) \(length) step-end infinite }
    @keyframes m\(index) { 0% { opacity: 0 } \(percent(session.moments[index])) { opacity: 1 } }
    """
  }

  private func typing(_ index: Int) -> String? {
    let row = session.rows[index]
    guard let typing = row.typing else { return nil }
    let columns = Columns.width(of: row.text) - row.prompt
    let end = "transform: translateX(\(Markup.number(Double(columns) * column))px)"
    return """
      .t\(index) { animation: t\(index) \(length) step-end infinite }
      @keyframes t\(index) { 0% { transform: none; opacity: 1 } \
      \(percent(typing.lowerBound)) { transform: none; opacity: 1; animation-timing-function: steps(\(max(1, columns))) } \
      \(percent(typing.upperBound)) { \(end); opacity: 1 } \
      \(percent(typing.upperBound + 200)) { \(end); opacity: 0 } 100% { \(end); opacity: 0 } }
      """
  }

  /// Scrolls so that the last rows are visible, as in a terminal.
  private var scrolling: String {
    var frames = ["0% { transform: none }"], last = 0.0
    for moment in session.moments {
      let offset = offset(session.rows.count { $0.time <= moment })
      if offset == last { continue }
      frames.append("\(percent(moment)) { transform: translateY(\(Markup.number(offset))px) }")
      last = offset
    }
    frames.append("100% { transform: translateY(\(Markup.number(last))px) }")
    return
      ".scroll { animation: scroll \(length) step-end infinite }\n@keyframes scroll { \(frames.joined(separator: " ")) }"
  }

  /// The vertical position of the first row relative to the window.
  private func offset(_ count: Int) -> Double { -row * Double(max(0, count - shown)) }

  private var length: String { "\(session.duration)ms" }

  /// A time as a percentage of the duration, with three decimals.
  private func percent(_ time: Int) -> String {
    let share = time * 100_000 / max(1, session.duration)
    return String(format: "%d.%03d%%", share / 1000, share % 1000)
  }
}
