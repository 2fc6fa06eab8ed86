import Signals

/// Graphs of properties: the cost of a write, and the number of computations for it.
enum GraphRows {
  static let all = [
    maps(1), maps(10), maps(100), mapsObserved(10), mapsObserved(1000), diamond(5), diamond(50), grid, largeGrid,
    cells, manyCells, cellsAtTheEnds, mux, combinations, writing, switching, stopped, readAfterWrite, readAgain,
    make,
  ]

  /// A computation, counted or not.
  typealias Compute = @Sendable (Int) -> Int

  /// A graph with the root that is written, and its observed properties.
  struct Graph {
    let root: MutableProperty<Int>
    let observed: [Property<Int>]
    var others: [MutableProperty<Int>] = []
    /// Another property, which each observer sets.
    var written: MutableProperty<Int>?
  }

  typealias Build = @Sendable (_ compute: @escaping Compute) -> Graph

  private static func contender(_ name: String, units: Int = 1, _ build: @escaping Build) -> Contender {
    Contender(name: name, unitsPerCount: units) {
      let total = Total(), graph = build { $0 &+ 1 }, bag = DisposeBag()
      for property in graph.observed {
        let observation = property.signal.observeValues { [written = graph.written] value in
          total.add(value)
          written?.value = value
        }
        observation.stored(in: bag)
      }
      // Writes are counted only if a property derives from the written one.
      let derived = graph.written?.map { $0 }
      return { count in
        for value in 0..<count { graph.root.value = value }
        withExtendedLifetime((graph, bag, derived)) {}
      }
    }
  }

  private static func row(
    _ name: String, _ title: String, ratio: Double, allocations: Double = 0, instructions: Double,
    computations: Int, _ build: @escaping Build
  ) -> Row {
    var row = Row(
      name: name, title: title, unit: "write", subject: contender("Signals", build), floor: PropertyRows.observed.floor,
      goal: Goal(ratio: ratio, allocations: allocations, instructions: instructions))
    row.computations = count(computations, build)
    return row
  }

  /// A graph beside a small one of the same kind: a computation of both costs the same, but for the caches of the processor.
  private static func large(
    _ name: String, _ title: String, beside small: (title: String, computations: Int, build: Build), ratio: Double,
    instructions: Double, computations: Int, _ build: @escaping Build
  ) -> Row {
    var row = Row(
      name: name, title: title, unit: "computation", subject: contender("Signals", units: computations, build),
      floor: contender(small.title, units: small.computations, small.build),
      goal: Goal(ratio: ratio, allocations: 0, instructions: instructions))
    row.computations = count(computations, build)
    return row
  }

  private static func count(_ expected: Int, _ build: @escaping Build) -> Computations {
    Computations(expected: expected) {
      let total = Total(), bag = DisposeBag()
      let graph = build { value in
        total.add(1)
        return value &+ 1
      }
      for property in graph.observed { property.signal.observeValues { _ in }.stored(in: bag) }
      total.value = 0
      graph.root.value = 7
      for property in graph.observed { _ = property.value }
      return total.value
    }
  }

  private static func chain(_ root: MutableProperty<Int>, _ length: Int, _ compute: @escaping Compute) -> Property<Int>
  {
    (0..<length).reduce(root.readOnly) { property, _ in property.map(compute) }
  }

  static func maps(_ length: Int) -> Row {
    row(
      "graph-maps-\(length)", "\(length) maps, the last observed", ratio: 4 + 1.2 * Double(length),
      instructions: 460 + 155 * Double(length), computations: length
    ) {
      let root = MutableProperty(0)
      return Graph(root: root, observed: [chain(root, length, $0)])
    }
  }

  static func mapsObserved(_ observers: Int) -> Row {
    row(
      "graph-maps-by-\(observers)", "10 maps, \(observers) observers of the last", ratio: 12 + 0.3 * Double(observers),
      instructions: 1_970 + 46 * Double(observers), computations: 10
    ) {
      let root = MutableProperty(0), last = chain(root, 10, $0)
      return Graph(root: root, observed: Array(repeating: last, count: observers))
    }
  }

  static func diamond(_ width: Int) -> Row {
    row(
      "graph-diamond-\(width)", "a diamond of \(width) maps", ratio: 4 + 3 * Double(width),
      instructions: 200 + 445 * Double(width), computations: 2 * width - 1
    ) { compute in
      let root = MutableProperty(0), sides = (0..<width).map { _ in root.map(compute) }
      let sum = sides.dropFirst().reduce(sides[0]) { sum, side in
        Property.combineLatest(sum, side) { compute($0 &+ $1) }
      }
      return Graph(root: root, observed: [sum])
    }
  }

  private static func grid(_ size: Int) -> Build {
    { compute in
      let root = MutableProperty(0)
      var layer = (0..<size).map { _ in root.map(compute) }
      for _ in 1..<size {
        let last = layer
        layer = (0..<size).map { index in
          Property.combineLatest(last[index], last[(index + 1) % size]) { compute($0 &+ $1) }
        }
      }
      return Graph(root: root, observed: layer)
    }
  }

  static let grid = row(
    "graph-grid-10", "10 layers of 10 combinations of neighbours, the last observed", ratio: 240, instructions: 35_500,
    computations: 100, grid(10))
  static let largeGrid = large(
    "graph-grid-100", "100 layers of 100 combinations of neighbours, the last observed",
    beside: ("10 layers of 10", 100, grid(10)), ratio: 5, instructions: 348,
    computations: 10_000, grid(100))

  private static func cells(_ layers: Int, _ compute: @escaping Compute) -> (
    roots: [MutableProperty<Int>], layers: [[Property<Int>]]
  ) {
    let roots = (0..<4).map { MutableProperty($0) }
    var all = [roots.map(\.readOnly)]
    for _ in 0..<layers {
      let last = all[all.count - 1]
      all.append([
        last[1].map(compute), Property.combineLatest(last[0], last[2]) { compute($0 &- $1) },
        Property.combineLatest(last[1], last[3]) { compute($0 &+ $1) }, last[2].map(compute),
      ])
    }
    return (roots, Array(all.dropFirst()))
  }

  /// A write to the first root changes one cell of the first layer, and every other cell of each later one: a cell is made of its
  /// neighbours in the layer before.
  private static func changedCells(_ layers: Int) -> Int { 2 * layers - 1 }

  private static func cells(_ layers: Int) -> Build {
    { compute in
      let (roots, cells) = cells(layers, compute)
      return Graph(root: roots[0], observed: cells.flatMap { $0 }, others: roots)
    }
  }

  static let cells = row(
    "graph-cells-40", "40 layers of 4 cells over 4 roots, every cell observed", ratio: 480, instructions: 58_500,
    computations: changedCells(40), cells(40))
  static let manyCells = large(
    "graph-cells-1000", "1,000 layers of 4 cells over 4 roots, every cell observed",
    beside: ("40 layers", changedCells(40), cells(40)), ratio: 5, instructions: 735,
    computations: changedCells(1000), cells(1000))

  static let cellsAtTheEnds = row(
    "graph-cells-ends", "40 layers of 4 cells over 4 roots, the last observed", ratio: 350,
    instructions: 31_000, computations: changedCells(40)
  ) {
    let (roots, cells) = cells(40, $0)
    return Graph(root: roots[0], observed: cells[39], others: roots)
  }

  static let mux = row(
    "graph-mux-100", "100 roots in one combination", ratio: 500, allocations: 1, instructions: 13_400, computations: 1
  ) { compute in
    let roots = (0..<100).map { MutableProperty($0) }
    return Graph(root: roots[0], observed: [.combineLatest(roots) { compute($0.reduce(0, &+)) }], others: roots)
  }

  static let combinations = row(
    "graph-combine-100", "100 roots, each combined with those before", ratio: 750, instructions: 51_300,
    computations: 100
  ) { compute in
    let roots = (0..<100).map { MutableProperty($0) }
    let sum = roots.dropFirst().reduce(roots[0].map(compute)) { sum, root in
      Property.combineLatest(sum, root) { compute($0 &+ $1) }
    }
    return Graph(root: roots[0], observed: [sum], others: roots)
  }

  /// Linear: a write elsewhere makes no combination look at what it derives from.
  static let writing = row(
    "graph-writing", "100 combinations in a row, each observer sets another property", ratio: 1000,
    instructions: 124_000, computations: 100
  ) { compute in
    let root = MutableProperty(0), other = MutableProperty(0)
    var observed: [Property<Int>] = []
    for _ in 0..<100 {
      observed.append(Property.combineLatest((observed.last ?? root.readOnly), other) { compute($0 &+ $1) })
    }
    return Graph(root: root, observed: observed, others: [other], written: MutableProperty(0))
  }

  static let switching = row(
    "graph-flatmap", "flatMap, switching with each write", ratio: 75, allocations: 11, instructions: 12_200,
    computations: 1
  ) { compute in
    let root = MutableProperty(0), leaves = [MutableProperty(1), MutableProperty(2)]
    let followed = root.map(compute).flatMap { leaves[$0 & 1].readOnly }
    return Graph(root: root, observed: [followed], others: leaves)
  }

  static let stopped = row(
    "graph-distinct", "a change that removeDuplicates stops, 10 maps behind it", ratio: 14, instructions: 1_270,
    computations: 1
  ) { compute in
    let root = MutableProperty(0)
    let distinct = root.map { compute($0) &* 0 }.removeDuplicates()
    return Graph(root: root, observed: [(0..<10).reduce(distinct) { property, _ in property.map(compute) }])
  }

  private static func reading(_ name: String, _ title: String, ratio: Double, instructions: Double, writes: Bool) -> Row
  {
    Row(
      name: name, title: title, unit: "read",
      subject: Contender(name: "Signals") {
        let total = Total(), root = MutableProperty(0), last = chain(root, 10) { $0 &+ 1 }
        return { count in
          for value in 0..<count {
            if writes { root.value = value }
            total.add(last.value)
          }
        }
      },
      floor: PropertyRows.observed.floor, goal: Goal(ratio: ratio, allocations: 0, instructions: instructions))
  }

  static let readAfterWrite = reading(
    "graph-read", "read 10 maps deep after a write", ratio: 20, instructions: 2_470, writes: true)
  static let readAgain = reading(
    "graph-read-again", "read 10 maps deep again", ratio: 0.9, instructions: 54, writes: false)

  static let make = Row(
    name: "graph-make", title: "make a map of a property", unit: "property",
    subject: Contender(name: "Signals") {
      let root = MutableProperty(0)
      return { count in for _ in 0..<count { withExtendedLifetime(root.map { $0 &+ 1 }) {} } }
    },
    floor: PropertyRows.observed.floor, goal: Goal(ratio: 27, allocations: 3, instructions: 2_570))
}
