#if canImport(SwiftUI)
  import Observation
  public import Signals
  public import SwiftUI

  /// A presenter's property in a SwiftUI view, which is drawn again when the property changes.
  ///
  ///     struct CounterView: View {
  ///       @Observed private var count: Int
  ///       init(_ presenter: CounterPresenter) {
  ///         _count = Observed(presenter.count)
  ///       }
  ///       var body: some View { Text("Count: \(count)") }
  ///     }
  ///
  /// As with `State`, a view keeps the value of its first `init` while it has its place on the screen.
  @MainActor @propertyWrapper public struct Observed<Value: Sendable>: DynamicProperty {
    @State private var observation: PropertyObservation<Value>

    /// Observes the property while the view exists.
    public init(_ property: some PropertyProtocol<Value>) {
      _observation = State(wrappedValue: PropertyObservation(property))
    }

    /// The property's value.
    public var wrappedValue: Value { observation.value }
  }

  /// A presenter's property that the user edits in a SwiftUI view: `$name` is its binding.
  ///
  ///     struct NameView: View {
  ///       @Field private var name: String
  ///       init(_ presenter: FormPresenter) { _name = Field(presenter.name) }
  ///       var body: some View { TextField("Name", text: $name) }
  ///     }
  @MainActor @propertyWrapper public struct Field<Value: Sendable>: DynamicProperty {
    @State private var observation: PropertyObservation<Value>
    private let property: MutableProperty<Value>

    /// Observes the property while the view exists.
    public init(_ property: MutableProperty<Value>) {
      self.property = property
      _observation = State(wrappedValue: PropertyObservation(property))
    }

    /// The property's value.
    public var wrappedValue: Value {
      get { observation.value }
      nonmutating set { property.value = newValue }
    }

    /// A binding that shows the property's value, and sets it.
    public var projectedValue: Binding<Value> {
      Binding(get: { observation.value }, set: { [property] in property.value = $0 })
    }
  }

  /// The value of a property, for SwiftUI to observe.
  @MainActor @Observable final class PropertyObservation<Value: Sendable> {
    private(set) var value: Value
    @ObservationIgnored private let bag = DisposeBag()

    init(_ property: some PropertyProtocol<Value>) {
      value = property.value
      property.changes.bind(to: self) { $0.value = $1 }.stored(in: bag)
    }
  }
#endif
