/// A random composition of signals, as a value: `GraphRun` builds it as signals, and `Prediction` predicts it. It is shrunk
/// when the two differ. All times are random nanoseconds from a range so large that no two are equal by chance.
indirect enum Graph: Sendable {
  case leaf(Leaf)
  case unary(Unary, Graph)
  case binary(Binary, Graph, Graph)
  /// Each value starts the graph at its index, modulo their count.
  case flatMap(Flattening, Graph, [Graph])

  enum Leaf: Sendable {
    case just(Int)
    case empty, fail, never
    case from([Int])
    /// Events at times after the start of each observation.
    case cold(Timeline)
    /// A pipe, by number: its events come with or without an observation.
    case hot(Int)
  }

  enum Unary: Sendable {
    case map, filter, scan, reduce, removeDuplicates, ignoreValues, share
    case prefix(Int), prefixWhile(Int), dropFirst(Int), prepend(Int), replaceEmpty(Int), catchToValue(Int)
    case retry(Int), repeated(Int)
    case observeOn(Int), delay(Int), debounce(Int), throttle(Int, latest: Bool), timeout(Int)
  }

  enum Binary: Sendable {
    case merge, concat, combineLatest, zip, withLatest, prefixUntil, caught
  }

  enum Flattening: Sendable {
    case merge, concat, latest, first, limited
  }
}

// MARK: - Making and shrinking

extension Graph {
  /// A random graph. Adds the events of its pipes to `pipes`.
  static func random<R: RandomNumberGenerator>(
    depth: Int, pipes: inout [Timeline], mayUsePipes: Bool = true, using random: inout R
  ) -> Graph {
    func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    func time() -> Int { Int.random(in: 1...1_000_000_000_000, using: &random) }
    func timeline() -> Timeline {
      var now = 0
      var line = Timeline()
      for _ in 0..<number(7) {
        now += time()
        line.values.append(Timeline.Value(time: now, value: number(6)))
      }
      let end = now + time()
      line.end = [.completed(end), .completed(end), .failed(end), nil][number(4)]
      return line
    }
    func child() -> Graph { .random(depth: depth - 1, pipes: &pipes, mayUsePipes: mayUsePipes, using: &random) }

    if depth == 0 || number(6) == 0 {
      switch number(16) {
      case 0, 1: return .leaf(.just(number(6)))
      case 2: return .leaf(.empty)
      case 3: return .leaf(.fail)
      case 4: return .leaf(.never)
      case 5, 6, 7: return .leaf(.from((0..<number(4)).map { _ in number(6) }))
      case 8, 9, 10, 11: return .leaf(.cold(timeline()))
      default:
        guard mayUsePipes else { return .leaf(.cold(timeline())) }
        pipes.append(timeline())
        return .leaf(.hot(pipes.count - 1))
      }
    }
    switch number(10) {
    case 0...3:
      let unary: Unary =
        switch number(20) {
        case 0: .map
        case 1: .filter
        case 2: .scan
        case 3: .reduce
        case 4: .removeDuplicates
        case 5: .ignoreValues
        case 6: .share
        case 7: .observeOn(time())
        case 8: .prefix(number(3))
        case 9: .prefixWhile(number(6))
        case 10: .dropFirst(number(3))
        case 11: .prepend(number(6))
        case 12: .replaceEmpty(number(6))
        case 13: .catchToValue(number(6))
        case 14: .retry(number(3))
        case 15: .repeated(number(3) + 1)
        case 16: .delay(time())
        case 17: .debounce(time())
        case 18: .throttle(time(), latest: number(2) == 0)
        default: .timeout(time())
        }
      return .unary(unary, child())
    case 4...6:
      let binary: [Binary] = [.merge, .concat, .combineLatest, .zip, .withLatest, .prefixUntil, .caught]
      return .binary(binary[number(binary.count)], child(), child())
    default:
      let flattening: [Flattening] = [.merge, .concat, .latest, .first, .limited]
      let kind = flattening[number(flattening.count)]
      // Two observations of one pipe at the same time receive an event in the order they began, through any operators.
      let areAlone = kind == .concat || kind == .latest || kind == .first
      let inner = (0...number(2)).map { _ in
        Graph.random(depth: depth - 1, pipes: &pipes, mayUsePipes: mayUsePipes && areAlone, using: &random)
      }
      return .flatMap(kind, child(), inner)
    }
  }

  /// Slightly smaller graphs.
  var smaller: [Graph] {
    switch self {
    case .leaf(.cold(let line)) where !line.values.isEmpty:
      return line.values.indices.map { index in
        var line = line
        line.values.remove(at: index)
        return .leaf(.cold(line))
      } + [.leaf(.empty)]
    case .leaf(.from(let values)) where !values.isEmpty: return [.leaf(.from(Array(values.dropLast())))]
    case .leaf(.empty): return []
    case .leaf: return [.leaf(.empty)]
    case .unary(let unary, let child): return [child] + child.smaller.map { .unary(unary, $0) }
    case .binary(let binary, let first, let second):
      return [first, second] + first.smaller.map { .binary(binary, $0, second) }
        + second.smaller.map { .binary(binary, first, $0) }
    case .flatMap(let kind, let outer, let inner):
      return [outer] + inner + outer.smaller.map { .flatMap(kind, $0, inner) }
        + inner.indices.flatMap { index in
          inner[index].smaller.map { small in
            var inner = inner
            inner[index] = small
            return .flatMap(kind, outer, inner)
          }
        } + (inner.count > 1 ? inner.indices.map { .flatMap(kind, outer, [inner[$0]]) } : [])
    }
  }
}
