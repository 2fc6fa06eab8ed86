import SignalsTesting

/// Random derived properties and random operations on them, as a value. `PropertyGraphRun` builds them as properties.
/// `prediction` predicts the outcome by evaluating all of them anew for each write.
struct PropertyGraph: CustomStringConvertible, Sendable {
  /// A property. It derives from earlier ones, by their numbers.
  enum Node: Sendable {
    case root
    case map(Int), distinct(Int)
    /// Of two, three or four properties.
    case combine([Int])
    /// Each value selects one of several properties, modulo their count; without any, it selects a new constant: itself.
    case flatMap(Int, [Int])
  }

  /// Roots have numbers, modulo their count.
  enum Operation: Sendable {
    /// Writes a root. An echo writes another root from inside that delivery. Reads look at all properties inside deliveries.
    /// A property may be observed from inside that delivery, before the echo and after it.
    case write(Int, Int, echo: Int?, reads: Bool, observes: Int?)
    case observe(Int)
    /// Stops the observation of this number, modulo their count.
    case stop(Int)
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

  var roots: [Int] { nodes.indices.filter { if case .root = nodes[$0] { true } else { false } } }

  /// The roots that a property derives from. One that selects properties or compares values counts as derived from several.
  func origins(of node: Int) -> Set<Int> {
    switch nodes[node] {
    case .root: [node]
    case .map(let input): origins(of: input)
    case .combine(let inputs): inputs.reduce(into: Set()) { $0.formUnion(origins(of: $1)) }
    case .distinct, .flatMap: [-1, -2]
    }
  }

  // MARK: - The prediction

  static func mixed(_ values: [Int]) -> Int { values.reduce(0) { ($0 * 3 + $1) % 97 } }

  /// The property that a value selects; nil if that is a new constant.
  static func selected(by value: Int, of choices: [Int]) -> Int? {
    choices.isEmpty ? nil : choices[value % choices.count]
  }

  /// The values of all properties, from those of the roots, and whether each notifies of the write of a root.
  func evaluated(_ written: [Int: Int], writing root: Int? = nil, after before: [Int] = []) -> [(
    value: Int, notifies: Bool
  )] {
    var all: [(value: Int, notifies: Bool)] = []
    for (number, node) in nodes.enumerated() {
      switch node {
      case .root: all.append((written[number] ?? number, number == root))
      case .map(let input): all.append((all[input].value / 2, all[input].notifies))
      case .distinct(let input):
        all.append((all[input].value, all[input].notifies && before[input] != all[input].value))
      case .combine(let inputs):
        all.append((Self.mixed(inputs.map { all[$0].value }), inputs.contains { all[$0].notifies }))
      case .flatMap(let input, let choices):
        let selected = all[Self.selected(by: all[input].value, of: choices) ?? input]
        all.append((selected.value, all[input].notifies || selected.notifies))
      }
    }
    return all
  }

  /// The values of all properties after each operation, and the observed values.
  var prediction: (values: [[Int]], observed: [Observed]) {
    var all: [[Int]] = [], observed: [Observed] = [], written: [Int: Int] = [:]
    var values = evaluated([:]).map(\.value)
    func write(_ number: Int, _ value: Int) {
      let root = roots[number % roots.count]
      written[root] = value
      let after = evaluated(written, writing: root, after: values)
      values = after.map(\.value)
      for index in observed.indices where !observed[index].isStopped && after[observed[index].node].notifies {
        observed[index].told[observed[index].told.count - 1].append(values[observed[index].node])
      }
    }
    for (step, operation) in operations.enumerated() {
      for index in observed.indices { observed[index].told.append([]) }
      switch operation {
      case .write(let root, let value, let echo, _, _):
        write(root, value)
        if let echo { write(echo, value + 1) }
      case .observe(let node): observed.append(Observed(node: node, start: step, told: [[values[node]]]))
      case .stop(let number): if !observed.isEmpty { observed[number % observed.count].isStopped = true }
      }
      all.append(values)
    }
    return (all, observed)
  }

  // MARK: - Making and shrinking

  init(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    nodes = [.root, .root]
    for count in 2..<(3 + number(9)) {
      func some(_ many: Int) -> [Int] { (0..<many).map { _ in number(count) } }
      switch number(12) {
      case 0: nodes.append(.root)
      case 1: nodes.append(.flatMap(0, []))
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
        let late = number(4) == 0 ? number(nodes.count) : nil
        operations.append(.write(number(3), number(6), echo: echo, reads: number(3) == 0, observes: late))
      }
    }
  }

  /// Slightly smaller graphs: without an operation, or with a node that derives from fewer nodes.
  var smaller: [PropertyGraph] {
    var all = operations.indices.map { index in
      var graph = self
      graph.operations.remove(at: index)
      return graph
    }
    for (number, node) in nodes.enumerated() {
      let simpler: [Node] =
        switch node {
        case .root: []
        case .map, .distinct: [.root]
        case .combine(let inputs): inputs.count > 2 ? [.combine(inputs.dropLast())] : inputs.map { .map($0) }
        case .flatMap(let input, let choices):
          [.map(input)] + (choices.isEmpty ? [] : [.flatMap(input, choices.dropLast())])
        }
      for node in simpler {
        all.append(self)
        all[all.count - 1].nodes[number] = node
      }
    }
    return all
  }
}
