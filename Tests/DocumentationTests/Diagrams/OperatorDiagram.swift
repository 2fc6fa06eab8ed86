import Signals
import SignalsTesting
import Testing

typealias Letters = Signal<String, MarbleFailure>

/// An operator with its input marbles. A run of the operator gives the output.
struct OperatorDiagram: Sendable, CustomTestStringConvertible {
  /// The name of the operator in links.
  let symbol: String
  /// The file name of the picture, without its extension.
  let name: String
  /// The call of the operator in the picture.
  let call: String
  let inputs: KeyValuePairs<String, String>
  /// The number of columns shown of an endless output.
  let columns: Int
  /// Whether the observation is disposed after the last column.
  let isDisposed: Bool
  /// The names of the other outputs.
  let others: [String]
  private let make: @Sendable (OperatorInputs) -> Letters

  init(
    _ symbol: String, _ name: String, as call: String, _ inputs: KeyValuePairs<String, String>, columns: Int = 40,
    disposed isDisposed: Bool = false, others: [String] = [],
    _ make: @escaping @Sendable (OperatorInputs) -> Letters
  ) {
    (self.symbol, self.name, self.call, self.inputs) = (symbol, name, call, inputs)
    (self.columns, self.isDisposed, self.others, self.make) = (columns, isDisposed, others, make)
  }

  /// For an operator of one source.
  init(
    _ symbol: String, _ name: String, as call: String, _ source: String,
    _ make: @escaping @Sendable (OperatorInputs) -> Letters
  ) {
    self.init(symbol, name, as: call, ["source": source], make)
  }

  var testDescription: String { name }

  /// Runs the operator and draws its events.
  func chart() throws -> MarbleChart {
    let inputs = try OperatorInputs(inputs), time = inputs.time
    let observation = make(inputs).named(call, in: inputs.trace).start()
    time.advance(by: .seconds(columns - 1))
    if isDisposed { observation.dispose() }
    return try withExtendedLifetime((inputs, observation)) {
      try MarbleChart(of: inputs.trace, inputs: self.inputs, call: call, others: others)
    }
  }
}

/// The inputs of an operator.
struct OperatorInputs: Sendable {
  let time = VirtualTimeScheduler()
  let trace: SignalTrace
  private let sources: [String: Letters]
  /// The input properties, which would end if released.
  private let properties = MutableProperty<[MutableProperty<String>]>([])
  private let diagrams: [String: MarbleDiagram]

  init(_ inputs: KeyValuePairs<String, String>) throws {
    let trace = SignalTrace(time), time = time
    self.trace = trace
    sources = try Dictionary(
      uniqueKeysWithValues: inputs.map { ($0.key, try time.cold($0.value).named($0.key, in: trace)) })
    diagrams = try Dictionary(uniqueKeysWithValues: inputs.map { ($0.key, try MarbleDiagram($0.value)) })
  }

  var source: Letters { self["source"] }

  /// The input with a name.
  subscript(name: String) -> Letters { sources[name] ?? .never }

  /// An input that cannot fail.
  func safe(_ name: String) -> Signal<String, Never> { self[name].catchToValue { _ in "?" } }

  /// A property that is set to an input's values, and is released at the end of the input.
  func property(_ name: String) -> MutableProperty<String> {
    let property = MutableProperty("")
    property.signal.dropFirst(1).named(name, in: trace).start()
    properties.modify { $0.append(property) }
    for (column, marks) in (diagrams[name]?.ticks ?? []).enumerated() {
      for mark in marks {
        if case .value(let letter) = mark, column == 0 {
          property.value = String(letter)
        } else if case .value(let letter) = mark {
          time.schedule(after: .seconds(column)) { property.value = String(letter) }
        } else {
          time.schedule(after: .seconds(column)) { [properties] in properties.value = [] }
        }
      }
    }
    return property
  }

  /// A scheduler that delays all work by that many ticks.
  func later(_ ticks: Int) -> some Scheduler { Later(time: time, delay: .seconds(ticks)) }

  /// A row with the arguments of a closure's calls.
  func calls(_ name: String) -> @Sendable (String) -> Void {
    let (signal, input) = Signal<String, Never>.pipe()
    signal.named(name, in: trace).start()
    return { input.send($0) }
  }
}

private struct Later: Scheduler {
  let time: VirtualTimeScheduler
  let delay: Duration

  var now: Duration { time.now }

  func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
    time.schedule(after: self.delay + delay, work)
  }
}

extension Signal<(String, String), MarbleFailure> {
  /// Each pair as one text.
  var pairs: Letters { map { "\($0.0)\($0.1)" } }
}
