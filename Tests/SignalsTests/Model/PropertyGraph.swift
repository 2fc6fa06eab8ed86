import Signals
import SignalsTesting

/// Random derived properties and random operations on them, as a value. `run` builds them as properties. `prediction` predicts
/// the outcome by evaluating all of them anew for each write.
struct PropertyGraph: CustomStringConvertible, Sendable {
  /// A property. It derives from earlier ones, by their numbers.
  enum Node: Sendable {
    case root, constant
    case map(Int), distinct(Int)
    /// Of two, three or four properties.
    case combine([Int])
    /// Each value selects one of several properties, modulo their count.
    case flatMap(Int, [Int])
  }

  enum Operation: Sendable {
    /// Writes the root of this number, modulo the count of roots. An echo answers the write with another one, from inside its
    /// delivery.
    case write(Int, Int, isEchoed: Bool)
    case observe(Int)
    /// Stops the observation of this number, modulo their count.
    case stop(Int)
  }

  /// The values that an observation of a property delivered, for each operation.
  struct Observed: Equatable {
    let node: Int
    /// The operation that began the observation.
    let start: Int
    var signal: [[Int]]
    var changes: [[Int]] = [[]]
    var isStopped = false
  }

  /// The values of all properties after each operation, and the observed values.
  struct Outcome: Equatable {
    var values: [[Int]] = []
    var observed: [Observed] = []
    /// The number of writes in each operation. A property may compute at most that often.
    var writes: [Int] = []
    /// The number of computations of each property.
    var computations: [[Int]] = []
  }

  var nodes: [Node]
  var operations: [Operation]

  var description: String {
    (nodes.enumerated().map { "\($0): \($1)" } + operations.map { "\($0)" }).joined(separator: "\n")
  }

  private var roots: [Int] {
    nodes.indices.filter { if case .root = nodes[$0] { true } else { false } }
  }
}

// MARK: - The prediction

extension PropertyGraph {
  private static func mixed(_ values: [Int]) -> Int { values.reduce(0) { ($0 * 3 + $1) % 97 } }
  private static func index(_ value: Int, of choices: [Int]) -> Int { choices[value % choices.count] }

  private func values(_ written: [Int: Int]) -> [Int] {
    var values: [Int] = []
    for (number, node) in nodes.enumerated() {
      switch node {
      case .root: values.append(written[number] ?? number)
      case .constant: values.append(number)
      case .map(let input): values.append(values[input] / 2)
      case .distinct(let input): values.append(values[input])
      case .combine(let inputs): values.append(Self.mixed(inputs.map { values[$0] }))
      case .flatMap(let input, let choices): values.append(values[Self.index(values[input], of: choices)])
      }
    }
    return values
  }

  /// The properties that notify when a root is written.
  private func notifying(_ root: Int, _ before: [Int], _ after: [Int]) -> [Bool] {
    var notifies: [Bool] = []
    for (number, node) in nodes.enumerated() {
      switch node {
      case .root: notifies.append(number == root)
      case .constant: notifies.append(false)
      case .map(let input): notifies.append(notifies[input])
      case .distinct(let input): notifies.append(notifies[input] && before[input] != after[input])
      case .combine(let inputs): notifies.append(inputs.contains { notifies[$0] })
      case .flatMap(let input, let choices):
        notifies.append(notifies[input] || notifies[Self.index(after[input], of: choices)])
      }
    }
    return notifies
  }

  var prediction: Outcome {
    var outcome = Outcome(), written: [Int: Int] = [:]
    func write(_ root: Int, _ value: Int) {
      let before = values(written)
      written[root] = value
      let after = values(written), notifies = notifying(root, before, after)
      for index in outcome.observed.indices where !outcome.observed[index].isStopped {
        let node = outcome.observed[index].node
        guard notifies[node] else { continue }
        let last = outcome.observed[index].signal.count - 1
        outcome.observed[index].signal[last].append(after[node])
        outcome.observed[index].changes[last].append(after[node])
      }
    }
    for (step, operation) in operations.enumerated() {
      for index in outcome.observed.indices {
        outcome.observed[index].signal.append([])
        outcome.observed[index].changes.append([])
      }
      outcome.writes.append(0)
      switch operation {
      case .write(let number, let value, let isEchoed):
        outcome.writes[step] = isEchoed ? 2 : 1
        let root = roots[number % roots.count]
        write(root, value)
        if isEchoed { write(root, value + 1) }
      case .observe(let node):
        outcome.observed.append(Observed(node: node, start: step, signal: [[values(written)[node]]]))
      case .stop(let number):
        if !outcome.observed.isEmpty { outcome.observed[number % outcome.observed.count].isStopped = true }
      }
      outcome.values.append(values(written))
    }
    return outcome
  }
}

// MARK: - The run

extension PropertyGraph {
  private func properties(_ roots: [Int: MutableProperty<Int>], _ counts: Counts) -> [Property<Int>] {
    var all: [Property<Int>] = []
    for (number, node) in nodes.enumerated() {
      switch node {
      case .root: all.append(roots[number]?.readOnly ?? Property(constant: -1))
      case .constant: all.append(Property(constant: number))
      case .map(let input): all.append(all[input].map { counts.add(number, $0 / 2) })
      case .distinct(let input): all.append(all[input].removeDuplicates())
      case .combine(let inputs):
        let those = inputs.map { all[$0] }
        switch those.count {
        case 2: all.append(those[0].combine(those[1]) { counts.add(number, Self.mixed([$0, $1])) })
        case 3: all.append(those[0].combine(those[1], those[2]) { counts.add(number, Self.mixed([$0, $1, $2])) })
        default:
          all.append(
            those[0].combine(those[1], those[2], those[3]) { counts.add(number, Self.mixed([$0, $1, $2, $3])) })
        }
      case .flatMap(let input, let choices):
        let those = all
        all.append(all[input].flatMap { those[Self.index(counts.add(number, $0), of: choices)] })
      }
    }
    return all
  }

  /// The outcome, and the number of roots that are still alive after all references to the graph are released.
  func run() -> (outcome: Outcome, left: Int) {
    var outcome = Outcome()
    weak var kept: MutableProperty<Int>?
    do {
      let roots = Dictionary(uniqueKeysWithValues: roots.map { ($0, MutableProperty($0)) })
      kept = roots.values.first
      outcome = run(roots)
    }
    return (outcome, kept == nil ? 0 : 1)
  }

  private func run(_ roots: [Int: MutableProperty<Int>]) -> Outcome {
    let echo = MutableProperty<Int?>(nil), bag = DisposeBag()
    for root in roots.values {
      bag.add(
        root.changes.observeValues { [weak root] _ in
          guard let value = echo.value else { return }
          echo.value = nil
          root?.value = value
        })
    }
    let counts = Counts(nodes.count), properties = properties(roots, counts)
    struct Recorders {
      let signal: Recorder<Int, Never>, changes: Recorder<Int, Never>
      var told = 0
    }
    var recorders: [Recorders] = []
    var outcome = Outcome()
    for (step, operation) in operations.enumerated() {
      outcome.writes.append(0)
      switch operation {
      case .write(let number, let value, let isEchoed):
        outcome.writes[step] = isEchoed ? 2 : 1
        if isEchoed { echo.value = value + 1 }
        roots[self.roots[number % roots.count]]?.value = value
      case .observe(let node):
        recorders.append(
          Recorders(signal: Recorder(properties[node].signal), changes: Recorder(properties[node].changes)))
        outcome.observed.append(Observed(node: node, start: step, signal: [], changes: []))
      case .stop(let number):
        if recorders.isEmpty { break }
        let index = number % recorders.count
        recorders[index].signal.dispose()
        recorders[index].changes.dispose()
        outcome.observed[index].isStopped = true
      }
      for index in recorders.indices {
        let all = recorders[index].signal.values, told = recorders[index].told
        outcome.observed[index].signal.append(Array(all[told...]))
        outcome.observed[index].changes.append(Array(recorders[index].changes.values[max(told - 1, 0)...]))
        recorders[index].told = all.count
      }
      outcome.values.append(properties.map(\.value))
      outcome.computations.append(counts.taken())
    }
    for recorders in recorders {
      recorders.signal.dispose()
      recorders.changes.dispose()
    }
    return outcome
  }
}

// MARK: - Making and shrinking

extension PropertyGraph {
  init(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    nodes = [.root, .root]
    for count in 2..<(3 + number(9)) {
      func some(_ many: Int) -> [Int] { (0..<many).map { _ in number(count) } }
      switch number(12) {
      case 0: nodes.append(.root)
      case 1: nodes.append(.constant)
      case 2, 3: nodes.append(.map(number(count)))
      case 4, 5: nodes.append(.distinct(number(count)))
      case 6, 7, 8: nodes.append(.combine(some(2 + number(3))))
      default: nodes.append(.flatMap(number(count), some(1 + number(3))))
      }
    }
    operations = [.observe(nodes.count - 1)]
    for _ in 0..<number(10) {
      switch number(8) {
      case 0: operations.append(.observe(number(nodes.count)))
      case 1: operations.append(.stop(number(3)))
      default: operations.append(.write(number(3), number(6), isEchoed: number(5) == 0))
      }
    }
  }

  /// The difference between the prediction and the run; nil if there is none.
  var problem: String? {
    let expected = prediction, (actual, left) = run()
    for (step, (values, expected)) in zip(actual.values, expected.values).enumerated() where values != expected {
      return "step \(step): \(values), not \(expected)"
    }
    for (step, (computations, writes)) in zip(actual.computations, actual.writes).enumerated() {
      for (node, count) in computations.enumerated() where count > (step == 0 ? max(writes, 1) : writes) {
        return "step \(step): \(node) was computed \(count) times for \(writes) writes"
      }
    }
    for (observed, expected) in zip(actual.observed, expected.observed) {
      for (offset, (told, all)) in zip(observed.signal, expected.signal).enumerated() {
        if !isLawful(told, all, observed.node, expected.start + offset) {
          return "step \(expected.start + offset): \(observed.node) gave \(told), not \(all)"
        }
        let changes = offset == 0 ? Array(told.dropFirst()) : told
        if observed.changes[offset] != changes {
          return
            "step \(expected.start + offset): \(observed.node) gave changes \(observed.changes[offset]), not \(changes)"
        }
      }
    }
    return left == 0 ? nil : "a root is left"
  }

  /// A property with one root delivers every value. A property of several roots, or one that a `flatMap` selects, may skip
  /// states that were written before they could be delivered, but not the last one.
  private func isLawful(_ told: [Int], _ expected: [Int], _ node: Int, _ step: Int) -> Bool {
    if told == expected { return true }
    if root(of: node) != .several || expected.count < 2 { return false }
    if told.isEmpty { return prediction.values[step - 1][node] == prediction.values[step][node] }
    return told.last == prediction.values[step][node] && told.isSubsequence(of: expected)
  }

  private enum Origin: Equatable { case constant, one(Int), several }

  private func root(of node: Int) -> Origin {
    switch nodes[node] {
    case .root: .one(node)
    case .constant: .constant
    case .map(let input), .distinct(let input): root(of: input) == .constant ? .several : root(of: input)
    case .combine(let inputs):
      origin(of: inputs.map { root(of: $0) }.filter { $0 != .constant })
    case .flatMap: .several
    }
  }

  private func origin(of inputs: [Origin]) -> Origin {
    guard let first = inputs.first else { return .several }
    return inputs.allSatisfy { $0 == first } ? first : .several
  }

  /// The smallest similar graph that still fails.
  var smallest: PropertyGraph {
    var smallest = self
    while let next = smallest.smaller.first(where: { $0.problem != nil }) { smallest = next }
    return smallest
  }

  private var smaller: [PropertyGraph] {
    var all = operations.indices.map { index in
      var graph = self
      graph.operations.remove(at: index)
      return graph
    }
    for (number, node) in nodes.enumerated() {
      // Each node becomes one that derives from fewer nodes.
      let simpler: [Node] =
        switch node {
        case .root, .constant: []
        case .map, .distinct: [.constant]
        case .combine(let inputs):
          inputs.count > 2 ? inputs.indices.map { .combine(inputs.removing($0)) } : inputs.map { .map($0) }
        case .flatMap(let input, let choices):
          [.map(input)] + (choices.count > 1 ? choices.indices.map { .flatMap(input, choices.removing($0)) } : [])
        }
      for node in simpler {
        var graph = self
        graph.nodes[number] = node
        all.append(graph)
      }
    }
    return all
  }
}

/// The number of computations of each property.
private final class Counts: Sendable {
  private let counts: MutableProperty<[Int]>
  private let size: Int

  init(_ size: Int) {
    self.size = size
    counts = MutableProperty(Array(repeating: 0, count: size))
  }

  func add(_ node: Int, _ result: Int) -> Int {
    counts.modify { $0[node] += 1 }
    return result
  }

  func taken() -> [Int] {
    counts.modify { counts in
      defer { counts = Array(repeating: 0, count: size) }
      return counts
    }
  }
}

extension [Int] {
  fileprivate func isSubsequence(of other: [Int]) -> Bool {
    var rest = other[...]
    for value in self {
      guard let index = rest.firstIndex(of: value) else { return false }
      rest = rest[(index + 1)...]
    }
    return true
  }

  fileprivate func removing(_ index: Int) -> [Int] {
    var rest = self
    rest.remove(at: index)
    return rest
  }
}
