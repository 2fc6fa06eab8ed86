import Signals
import SignalsTesting

/// A random composition of signals: a source or an operator, and its inputs. It is shrunk when its run and its prediction
/// differ. All times are random nanoseconds from a range so large that no two are equal by chance.
struct Graph: CustomStringConvertible, Sendable {
  typealias Numbers = Signal<Int, MarbleFailure>

  /// A source or an operator: as a signal, and as its meaning for timelines, in which there are no queues, no turns and no
  /// disposal.
  struct Operation: Sendable {
    let name: String
    /// Its signal, from its inputs. An inner signal of a `flatMap` is made for each value.
    let signal: @Sendable (GraphRun, [@Sendable () -> Numbers]) -> Numbers
    /// Its events if it is observed at that time, from those of its inputs, observed at any time.
    let meaning: @Sendable (Prediction, [(Int) -> Timeline], Int) -> Timeline
  }

  let operation: Operation
  var inputs: [Graph] = []

  var description: String { operation.name + (inputs.isEmpty ? "" : "\(inputs)") }

  func signal(in run: GraphRun) -> Numbers {
    operation.signal(run, inputs.map { input in { input.signal(in: run) } })
  }

  func timeline(in prediction: Prediction, from start: Int) -> Timeline {
    operation.meaning(prediction, inputs.map { input in { input.timeline(in: prediction, from: $0) } }, start)
  }

  /// Slightly smaller graphs.
  var smaller: [Graph] {
    inputs + (operation.name == "empty" ? [] : [Graph(operation: .empty)])
      + inputs.indices.flatMap { index in
        inputs[index].smaller.map { small in
          var graph = self
          graph.inputs[index] = small
          return graph
        }
      }
  }

  /// A random graph. Adds the events of its pipes to `pipes`.
  static func random<R: RandomNumberGenerator>(
    depth: Int, pipes: inout [Timeline], mayUsePipes: Bool = true, using random: inout R
  ) -> Graph {
    func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    func time() -> Int { Int.random(in: 1...1_000_000_000_000, using: &random) }
    func child(_ mayUsePipes: Bool) -> Graph {
      .random(depth: depth - 1, pipes: &pipes, mayUsePipes: mayUsePipes, using: &random)
    }
    func timeline() -> Timeline {
      var now = 0
      let values = (0..<number(7)).map { _ in
        now += time()
        return Timeline.Value(time: now, value: number(6))
      }
      let end = now + time()
      return Timeline(values: values, end: [.completed(end), .completed(end), .failed(end), nil][number(4)])
    }
    if depth == 0 || number(6) == 0 {
      switch number(16) {
      case 0, 1: return Graph(operation: .just(number(6)))
      case 2: return Graph(operation: .empty)
      case 3: return Graph(operation: .fail)
      case 4: return Graph(operation: .never)
      case 5, 6, 7: return Graph(operation: .from((0..<number(4)).map { _ in number(6) }))
      case 12... where mayUsePipes:
        pipes.append(timeline())
        return Graph(operation: .hot(pipes.count - 1))
      default: return Graph(operation: .cold(timeline()))
      }
    }
    switch number(10) {
    case 0...3: return Graph(operation: .unary(number, time), inputs: [child(mayUsePipes)])
    case 4...6: return Graph(operation: .binary[number(7)], inputs: [child(mayUsePipes), child(mayUsePipes)])
    default:
      let strategies: [FlattenStrategy] = [.merge, .concat, .latest, .first, .limited(2)], kind = number(5)
      // Two observations of one pipe at the same time receive an event in the order they began, through any operators.
      let inner = (0...number(2)).map { _ in child(mayUsePipes && (1...3).contains(kind)) }
      return Graph(operation: .flatMap(strategies[kind]), inputs: [child(mayUsePipes)] + inner)
    }
  }
}

/// The pipes of a prediction, with their events.
final class Prediction {
  let pipes: [Timeline]
  /// Whether the order of simultaneous events depends on details outside this model. Either a pipe is observed from inside the
  /// delivery of its own end, which comes again after that delivery. Or one of two inner signals with the same events at the
  /// same time makes room for a third.
  var isDoubtful = false

  init(pipes: [Timeline]) { self.pipes = pipes }
}
