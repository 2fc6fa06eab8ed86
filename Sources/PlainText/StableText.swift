/// Texts of values that are the same in every run. Swift prints dictionaries and sets in the order of their hashes, which
/// differs from run to run.
package enum StableText {
  /// The value's description, with all dictionaries and sets in it sorted by the text of their keys and elements.
  package static func of(_ value: Any) -> String { isUnordered(value) ? sorted(value) : "\(value)" }

  /// Whether the description contains a dictionary or a set. Values with a description of their own are not inspected.
  private static func isUnordered(_ value: Any) -> Bool {
    if value is String || value is any BinaryInteger { return false }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .dictionary, .set: return mirror.children.count > 1 || mirror.children.contains { isUnordered($0.value) }
    case .collection, .optional, .tuple: return mirror.children.contains { isUnordered($0.value) }
    case .struct, .enum:
      return !(value is any CustomStringConvertible) && mirror.children.contains { isUnordered($0.value) }
    default: return false
    }
  }

  private static func sorted(_ value: Any) -> String {
    guard isUnordered(value) else { return quoted(value) }
    let mirror = Mirror(reflecting: value), type = "\(type(of: value))"
    func list(_ children: Mirror.Children) -> String {
      children.map { child in
        // The mirror labels an element without a label by its number, such as `.0`.
        let label = child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }
        return (label.map { "\($0): " } ?? "") + sorted(child.value)
      }.joined(separator: ", ")
    }
    switch mirror.displayStyle {
    case .dictionary:
      let entries = mirror.children.map { child -> [String] in
        // A type's own mirror may have labels in place of keys, and children that are no pairs.
        if let label = child.label { return [quoted(label), sorted(child.value)] }
        let pair = Mirror(reflecting: child.value).children
        return pair.count == 2 ? pair.map { sorted($0.value) } : [sorted(child.value)]
      }
      return "[" + entries.sorted { $0[0] < $1[0] }.map { $0.joined(separator: ": ") }.joined(separator: ", ") + "]"
    case .set: return "[" + mirror.children.map { sorted($0.value) }.sorted().joined(separator: ", ") + "]"
    case .collection: return "[" + mirror.children.map { sorted($0.value) }.joined(separator: ", ") + "]"
    case .optional: return mirror.children.first.map { "Optional(\(sorted($0.value)))" } ?? "nil"
    case .enum:
      guard let payload = mirror.children.first, let name = payload.label else { return "\(value)" }
      let isTuple = Mirror(reflecting: payload.value).displayStyle == .tuple
      return name + (isTuple ? sorted(payload.value) : "(\(sorted(payload.value)))")
    case .tuple: return "(\(list(mirror.children)))"
    default: return "\(type)(\(list(mirror.children)))"
    }
  }

  /// The text of a value inside another, as Swift prints it: strings in quotes.
  private static func quoted(_ value: Any) -> String {
    var text = ""
    debugPrint(value, terminator: "", to: &text)
    return text
  }
}
