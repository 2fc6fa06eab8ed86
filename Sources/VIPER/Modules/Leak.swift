import Signals

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

  /// What probably retains it. First the path from another part, an open one if there is one:
  /// `presenter ListPresenter of list#1, by details`. Then its own commands and bags, whose closures may have captured it:
  /// `its command 'save'`, `its bag 'bag'`. A closure does not show what it captures.
  public let suspects: [String]

  /// The part, its place, the suspects and the usual cures: `details#3: presenter DetailsPresenter is still alive, built at
  /// App/Details.swift:12, perhaps retained by its command 'save'; in closures, capture what is used instead of self, and store
  /// observations in router.alive`
  public var description: String {
    let suspects = suspects.isEmpty ? "" : ", perhaps retained by \(suspects.joined(separator: ", or by "))"
    return "\(module): \(part) is still alive, built at \(file):\(line)\(suspects); in closures, capture what is used "
      + "instead of self, and store observations in router.alive"
  }
}

/// A part that should be freed, held weakly.
struct WatchedPart {
  weak var object: AnyObject?
  let role: String, module: String, file: StaticString, line: UInt

  /// - Parameter isShared: whether it is a part of another module, too.
  @MainActor func current(_ parts: [(name: String, object: AnyObject)], isShared: Bool) -> Leak? {
    object.map { object in
      Leak(
        module: module, part: "\(role) \(type(of: object))", file: "\(file)", line: line,
        suspects: [Self.holder(of: object, among: parts), isShared ? Self.sharing : nil].compactMap(\.self)
          + Self.capturing(object))
    }
  }

  private static let sharing =
    "the code that gives it to several modules (make one in each module's closure, or leave it out of the Assembly)"

  /// The part, with its name in messages.
  var named: (name: String, object: AnyObject)? { object.map { ("\(role) \(type(of: $0)) of \(module)", $0) } }

  /// The object's own commands and bags, which retain closures.
  private static func capturing(_ object: AnyObject) -> [String] {
    sequence(first: Mirror(reflecting: object), next: \.superclassMirror).flatMap(\.children).compactMap { child in
      let name = child.label?.replacing("$__lazy_storage_$_", with: "") ?? ""
      return (child.value as? any ClosureOwner)?.role.map { "its \($0) '\(name)'" }
    }
  }

  /// Limits of the search for a holder: properties on a path, and values looked at.
  private static let deepest = 5, most = 5_000

  /// The likely holder of an object: the part from which stored properties lead to it, and the path of those properties. A
  /// mirror does not show what closures capture, and shows weak properties like strong ones. A router leads to all parts.
  private static func holder(of wanted: AnyObject, among parts: [(name: String, object: AnyObject)]) -> String? {
    var seen: Set<ObjectIdentifier> = [], next = 0
    var waiting = parts.map { (name: $0.name, path: [String](), value: $0.object as Any) }
    while next < min(waiting.count, most) {
      let (name, path, value) = waiting[next]
      next += 1
      if value is RouterHandle { continue }
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

/// An object that retains closures.
private protocol ClosureOwner {
  /// The word for it in messages; nil if it retains none any more.
  var role: String? { get }
}

extension Command: ClosureOwner {
  fileprivate var role: String? { "command" }
}

extension DisposeBag: ClosureOwner {
  fileprivate var role: String? { isDisposed ? nil : "bag" }
}
