public protocol DynamicProperty {}

@MainActor @propertyWrapper public struct State<Value>: DynamicProperty, Stateful {
  @MainActor final class Location {
    var value: Value
    /// The location of the value that the view's place had before.
    var kept: Location?
    init(_ value: Value) { self.value = value }
  }
  private let location: Location
  public init(wrappedValue: Value) { location = Location(wrappedValue) }
  public var wrappedValue: Value {
    get { (location.kept ?? location).value }
    nonmutating set { (location.kept ?? location).value = newValue }
  }
  public var projectedValue: Binding<Value> {
    let location = location.kept ?? location
    return Binding(get: { location.value }, set: { location.value = $0 })
  }
  func keep(_ kept: inout AnyObject?) {
    if let kept = kept as? Location { location.kept = kept } else { kept = location }
  }
}
@MainActor protocol Stateful { func keep(_ kept: inout AnyObject?) }

@MainActor @propertyWrapper public struct Binding<Value> {
  let get: @MainActor () -> Value
  let set: @MainActor (Value) -> Void
  public init(
    get: @escaping @MainActor @Sendable () -> Value,
    set: @escaping @MainActor @Sendable (Value) -> Void
  ) { (self.get, self.set) = (get, set) }
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
  public var projectedValue: Binding<Value> { self }
}

public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}
public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]
  @MainActor static var current = EnvironmentValues()
  public init() {}
  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
  public var calendar = Calendar(identifier: .gregorian)
}
@MainActor @propertyWrapper public struct Environment<Value>: DynamicProperty {
  private let path: KeyPath<EnvironmentValues, Value>
  public init(_ path: KeyPath<EnvironmentValues, Value>) { self.path = path }
  public var wrappedValue: Value { EnvironmentValues.current[keyPath: path] }
}
extension View {
  public func environment<Value>(
    _ path: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> some View {
    modified { _, inside in
      let before = EnvironmentValues.current
      EnvironmentValues.current[keyPath: path] = value
      inside()
      EnvironmentValues.current = before
    }
  }
}
