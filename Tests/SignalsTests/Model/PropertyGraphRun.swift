import Signals
import SignalsTesting

/// A graph as properties, with its operations carried out.
struct PropertyGraphRun {
  /// The values of all properties after each operation, and how often each computed.
  private(set) var values: [[Int]] = []
  private(set) var computations: [[Int]] = []
  /// The delivered values of each observation, for each operation since it began: those of the signal and of the changes.
  private(set) var observed: [(signal: [[Int]], changes: [[Int]])] = []
  /// The first values that were wrong when they were read inside a delivery.
  private(set) var tornRead: String?
  /// The first observer from inside a delivery that was told something wrong.
  private(set) var wronglyTold: String?
  /// Whether a root is alive after all references to the graph are released.
  private(set) var isLeft = false

  init(_ graph: PropertyGraph) {
    weak var kept: MutableProperty<Int>?
    do {
      let roots = Dictionary(uniqueKeysWithValues: graph.roots.map { ($0, MutableProperty($0)) })
      kept = roots.values.first
      run(graph, roots)
    }
    isLeft = kept != nil
  }

  private mutating func run(_ graph: PropertyGraph, _ roots: [Int: MutableProperty<Int>]) {
    let none = Array(repeating: 0, count: graph.nodes.count), counts = MutableProperty(none), bag = DisposeBag()
    let properties = Self.properties(graph, roots) { node, result in
      counts.modify { $0[node] += 1 }
      return result
    }
    let echo = MutableProperty<(root: Int, value: Int)?>(nil), reads = MutableProperty(false)
    let torn = MutableProperty<String?>(nil), late = MutableProperty<[Late]>([]), joining = MutableProperty<Int?>(nil)
    @Sendable func read() {
      guard reads.value, torn.value == nil else { return }
      let values = properties.map(\.value), expected = graph.evaluated(roots.mapValues(\.value)).map(\.value)
      if values != expected { torn.value = "inside a delivery: \(values), not \(expected)" }
    }
    // Attached before all other observers: these read values that the others have not received yet, and write before the others
    // are notified.
    for root in roots.values {
      root.changes.observeValues { _ in
        read()
        if let node = joining.value { late.modify { $0.append(Late(node, properties[node])) } }
        if let (root, value) = echo.value {
          echo.value = nil
          roots[root]?.value = value
          read()
          if let node = joining.value { late.modify { $0.append(Late(node, properties[node])) } }
        }
        joining.value = nil
      }.stored(in: bag)
    }
    func root(_ number: Int) -> Int { graph.roots[number % graph.roots.count] }
    var recorders: [(signal: Recorder<Int, Never>, changes: Recorder<Int, Never>)] = []
    for operation in graph.operations {
      switch operation {
      case .write(let number, let value, let answer, let isReading, let node):
        joining.value = node
        echo.value = answer.map { (root($0), value + 1) }
        reads.value = isReading
        roots[root(number)]?.value = value
      case .observe(let node):
        recorders.append((Recorder(properties[node].signal), Recorder(properties[node].changes)))
        observed.append(([], []))
      case .stop(let number):
        if recorders.isEmpty { break }
        recorders[number % recorders.count].signal.dispose()
        recorders[number % recorders.count].changes.dispose()
      }
      for (index, (signal, changes)) in recorders.enumerated() {
        observed[index].signal.append(Array(signal.values.dropFirst(observed[index].signal.joined().count)))
        observed[index].changes.append(Array(changes.values.dropFirst(observed[index].changes.joined().count)))
      }
      values.append(properties.map(\.value))
      for one in late.value {
        if let problem = one.problem(graph, values[values.count - 1]), wronglyTold == nil {
          wronglyTold = "step \(values.count - 1): \(problem)"
        }
      }
      computations.append(counts.value)
      counts.value = none
    }
    tornRead = torn.value
  }

  /// Two observers that came inside a delivery.
  private struct Late: Sendable {
    let node: Int, first: Int, signal: Recorder<Int, Never>, changes: Recorder<Int, Never>

    init(_ node: Int, _ property: Property<Int>) {
      self.node = node
      first = property.value
      signal = Recorder(property.signal)
      changes = Recorder(property.changes)
    }

    func problem(_ graph: PropertyGraph, _ values: [Int]) -> String? {
      let told = [signal.values, [first] + changes.values]
      let isDistinct = if case .distinct = graph.nodes[node] { true } else { false }
      let isLawful = told.allSatisfy { told in
        told.first == first && told.last == values[node]
          && !(isDistinct && zip(told, told.dropFirst()).contains(where: ==))
      }
      return isLawful ? nil : "an observer of \(node) that came at \(first) was told \(told), and it is \(values[node])"
    }
  }

  /// A property that gets its value when it is made.
  private static func written(_ value: Int) -> Property<Int> {
    let property = MutableProperty(-1), copy = property.map { $0 }
    property.value = value
    return copy
  }

  static func properties(
    _ graph: PropertyGraph, _ roots: [Int: MutableProperty<Int>],
    _ counted: @escaping @Sendable (_ node: Int, _ result: Int) -> Int = { $1 }
  ) -> [Property<Int>] {
    var all: [Property<Int>] = []
    for (number, node) in graph.nodes.enumerated() {
      let mixed = { @Sendable (values: [Int]) in counted(number, PropertyGraph.mixed(values)) }
      switch node {
      case .root: all.append(roots[number]?.readOnly ?? Property(constant: -1))
      case .map(let input): all.append(all[input].map { counted(number, $0 / 2) })
      case .distinct(let input): all.append(all[input].removeDuplicates())
      case .combine(let inputs):
        let those = inputs.map { all[$0] }
        switch those.count {
        case _ where number.isMultiple(of: 2): all.append(.combineLatest(those, transform: mixed))
        case 2: all.append(Property.combineLatest(those[0], those[1]) { mixed([$0, $1]) })
        case 3: all.append(Property.combineLatest(those[0], those[1], those[2]) { mixed([$0, $1, $2]) })
        default: all.append(Property.combineLatest(those[0], those[1], those[2], those[3]) { mixed([$0, $1, $2, $3]) })
        }
      case .flatMap(let input, let choices):
        let those = all
        all.append(
          all[input].flatMap { value in
            let selected = PropertyGraph.selected(by: counted(number, value), of: choices)
            if let selected { return those[selected] }
            return number.isMultiple(of: 2) ? Property(constant: value) : Self.written(value)
          })
      }
    }
    return all
  }
}
