/// Looks for the likely holder of an object: a stored property of an open module's part, or of what that refers to. What a
/// closure captures cannot be seen, and a weak property looks like a strong one.
@MainActor struct LeakHolder {
  /// More is not worth the time.
  private static let deepest = 5, most = 5_000

  /// The parts of open modules, with their names: `presenter ListPresenter of list#1`.
  let parts: [(name: String, object: AnyObject)]

  /// The part that refers to the object, and the properties that lead there.
  func holder(of wanted: AnyObject) -> String? {
    var seen: Set<ObjectIdentifier> = [], count = 0
    var waiting = parts.map { (name: $0.name, path: [String](), value: $0.object as Any) }, next = 0
    while next < waiting.count, count < Self.most {
      let (name, path, value) = waiting[next]
      next += 1
      count += 1
      if path.isEmpty || type(of: value) is AnyClass {
        guard seen.insert(ObjectIdentifier(value as AnyObject)).inserted else { continue }
      }
      var mirror: Mirror? = Mirror(reflecting: value)
      while let shown = mirror {
        for child in shown.children {
          let path = path + [child.label ?? ""].filter { !$0.isEmpty && $0 != "some" }
          if type(of: child.value) is AnyClass || Mirror(reflecting: child.value).displayStyle == .class,
            child.value as AnyObject === wanted
          {
            return path.isEmpty ? name : "\(name), by \(path.joined(separator: "."))"
          }
          if path.count < Self.deepest { waiting.append((name, path, child.value)) }
        }
        mirror = shown.superclassMirror
      }
    }
    return nil
  }
}
