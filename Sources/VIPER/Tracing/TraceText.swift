/// A value as the trace prints it: the same in every run. Swift prints dictionaries and sets in the order of their hashes,
/// which another run does not have.
enum TraceText {
  /// The value's description, with dictionaries and sets sorted by the text of their keys and elements, wherever they are.
  static func of(_ value: Any) -> String { isUnordered(value) ? sorted(value) : "\(value)" }

  /// Whether a dictionary or set is printed as part of the value. A value that describes itself is not looked into.
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
        // An element without a label is numbered.
        let label = child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }
        return (label.map { "\($0): " } ?? "") + sorted(child.value)
      }.joined(separator: ", ")
    }
    switch mirror.displayStyle {
    case .dictionary:
      let pairs = mirror.children.map { child -> (key: String, value: String) in
        let pair = Array(Mirror(reflecting: child.value).children)
        return (sorted(pair[0].value), sorted(pair[1].value))
      }
      return "[" + pairs.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "]"
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

  /// As Swift prints a part of another value: texts in quotes.
  private static func quoted(_ value: Any) -> String {
    var text = ""
    debugPrint(value, terminator: "", to: &text)
    return text
  }
}
