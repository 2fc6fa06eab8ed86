/// A part of a closed module that is still alive.
public struct Leak: Hashable, Sendable, CustomStringConvertible {
  /// Route and number: `details#3`.
  public let module: String
  /// The part's role and type: `presenter DetailsPresenter`.
  public let part: String
  /// The source file that assembled the module.
  public let file: String
  /// The line of ``file`` that assembled the module.
  public let line: UInt

  /// A part of an open module that refers to it, if there is one: `presenter ListPresenter of list#1, by details`.
  public let holder: String?

  /// `details#3: presenter DetailsPresenter is still alive, built at App/Details.swift:12`, followed by the holder, if known:
  /// `; perhaps retained by presenter ListPresenter of list#1, by details`
  public var description: String {
    "\(module): \(part) is still alive, built at \(file):\(line)" + (holder.map { "; perhaps retained by \($0)" } ?? "")
  }
}

/// A part that should be freed, held weakly.
struct WatchedPart {
  weak var object: AnyObject?
  let role: String, module: String, file: StaticString, line: UInt

  @MainActor func current(_ parts: [(name: String, object: AnyObject)]) -> Leak? {
    object.map { object in
      Leak(
        module: module, part: "\(role) \(type(of: object))", file: "\(file)", line: line,
        holder: Self.holder(of: object, among: parts))
    }
  }

  /// Limits of the search for a holder: properties on a path, and values looked at.
  private static let deepest = 5, most = 5_000

  /// The likely holder of an object: the part from which stored properties lead to it, and the path of those properties. A
  /// mirror does not show what closures capture, and shows weak properties like strong ones.
  private static func holder(of wanted: AnyObject, among parts: [(name: String, object: AnyObject)]) -> String? {
    var seen: Set<ObjectIdentifier> = [], next = 0
    var waiting = parts.map { (name: $0.name, path: [String](), value: $0.object as Any) }
    while next < min(waiting.count, most) {
      let (name, path, value) = waiting[next]
      next += 1
      if path.isEmpty || Swift.type(of: value) is AnyClass {
        guard seen.insert(ObjectIdentifier(value as AnyObject)).inserted else { continue }
      }
      var mirror: Mirror? = Mirror(reflecting: value)
      while let shown = mirror {
        for child in shown.children {
          let path = path + [child.label ?? ""].filter { !$0.isEmpty && $0 != "some" }
          if Swift.type(of: child.value) is AnyClass || Mirror(reflecting: child.value).displayStyle == .class,
            child.value as AnyObject === wanted
          {
            return path.isEmpty ? name : "\(name), by \(path.joined(separator: "."))"
          }
          if path.count < deepest { waiting.append((name, path, child.value)) }
        }
        mirror = shown.superclassMirror
      }
    }
    return nil
  }
}
