import SignalsTesting

/// Random derived properties and random operations on them, as a value. `PropertyGraphRun` builds them as properties.
/// `prediction` predicts the outcome by evaluating all of them anew for each write.
struct PropertyGraph: CustomStringConvertible, Sendable {
  /// A property. It derives from earlier ones, by their numbers.
  enum Node: Sendable {
    case root, constant
    case map(Int), distinct(Int)
    /// Of two, three or four properties.
    case combine([Int])
    /// Each value selects one of several properties, modulo their count; without any, it selects a new constant: itself.
    case flatMap(Int, [Int])
  }

  /// Roots have numbers, modulo their count.
  enum Operation: Sendable {
    /// Writes a root. An echo writes another root from inside that delivery. Reads look at all properties inside deliveries.
    case write(Int, Int, echo: Int?, reads: Bool)
    case observe(Int)
    /// Stops the observation of this number, modulo their count.
    case stop(Int)

    /// The number of writes. A property may compute at most that often.
    var writes: Int {
      if case .write(_, _, let echo, _) = self { echo == nil ? 1 : 2 } else { 0 }
    }
  }

  /// The values that an observation of a property delivered, for each operation since it began.
  struct Observed: Sendable {
    let node: Int
    /// The operation that began the observation.
    let start: Int
    var told: [[Int]] = []
    var isStopped = false
  }

  var nodes: [Node]
  var operations: [Operation]

  var description: String {
    (nodes.enumerated().map { "\($0): \($1)" } + operations.map { "\($0)" }).joined(separator: "\n")
  }

  var roots: [Int] {
    nodes.indices.filter { if case .root = nodes[$0] { true } else { false } }
  }

  /// The roots that a property derives from. One that selects properties or compares values counts as derived from several, and
  /// one that derives from constants only as a root.
  func origins(of node: Int) -> Set<Int> {
    let inputs: [Int]
    switch nodes[node] {
    case .root: return [node]
    case .constant: return []
    case .map(let input): inputs = [input]
    case .combine(let all): inputs = all
    case .distinct, .flatMap: return [-1, -2]
    }
    let origins = inputs.reduce(into: Set()) { $0.formUnion(self.origins(of: $1)) }
    return origins.isEmpty ? [node] : origins
  }
}

// MARK: - The prediction

extension PropertyGraph {
  static func mixed(_ values: [Int]) -> Int { values.reduce(0) { ($0 * 3 + $1) % 97 } }

  /// The property that a value selects; nil if that is a new constant.
  static func selected(by value: Int, of choices: [Int]) -> Int? {
    choices.isEmpty ? nil : choices[value % choices.count]
  }

  /// The values of all properties, from those of the roots.
  func values(_ written: [Int: Int]) -> [Int] {
    var values: [Int] = []
    for (number, node) in nodes.enumerated() {
      switch node {
      case .root: values.append(written[number] ?? number)
      case .constant: values.append(number)
      case .map(let input): values.append(values[input] / 2)
      case .distinct(let input): values.append(values[input])
      case .combine(let inputs): values.append(Self.mixed(inputs.map { values[$0] }))
      case .flatMap(let input, let choices):
        values.append(values[Self.selected(by: values[input], of: choices) ?? input])
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
        notifies.append(notifies[input] || notifies[Self.selected(by: after[input], of: choices) ?? input])
      }
    }
    return notifies
  }

  /// The values of all properties after each operation, and the observed values.
  var prediction: (values: [[Int]], observed: [Observed]) {
    var all: [[Int]] = [], observed: [Observed] = [], written: [Int: Int] = [:]
    func write(_ number: Int, _ value: Int) {
      let root = roots[number % roots.count], before = values(written)
      written[root] = value
      let after = values(written), notifies = notifying(root, before, after)
      for index in observed.indices where !observed[index].isStopped && notifies[observed[index].node] {
        observed[index].told[observed[index].told.count - 1].append(after[observed[index].node])
      }
    }
    for (step, operation) in operations.enumerated() {
      for index in observed.indices { observed[index].told.append([]) }
      switch operation {
      case .write(let root, let value, let echo, _):
        write(root, value)
        if let echo { write(echo, value + 1) }
      case .observe(let node): observed.append(Observed(node: node, start: step, told: [[values(written)[node]]]))
      case .stop(let number): if !observed.isEmpty { observed[number % observed.count].isStopped = true }
      }
      all.append(values(written))
    }
    return (all, observed)
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
      default: nodes.append(.flatMap(number(count), some(number(4))))
      }
    }
    operations = [.observe(nodes.count - 1)]
    for _ in 0..<number(10) {
      switch number(8) {
      case 0: operations.append(.observe(number(nodes.count)))
      case 1: operations.append(.stop(number(3)))
      default:
        let echo = number(4) == 0 ? number(3) : nil
        operations.append(.write(number(3), number(6), echo: echo, reads: number(3) == 0))
      }
    }
  }

  /// Slightly smaller graphs.
  var smaller: [PropertyGraph] {
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
          [.map(input)] + choices.indices.map { .flatMap(input, choices.removing($0)) }
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

extension [Int] {
  fileprivate func removing(_ index: Int) -> [Int] {
    var rest = self
    rest.remove(at: index)
    return rest
  }
}
