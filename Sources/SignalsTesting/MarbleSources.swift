public import Signals

extension VirtualTimeScheduler {
  /// A cold signal with the events of a diagram, timed from each observation; each value is its letter. The events of the first
  /// column come immediately.
  public func cold(_ diagram: String, tick: Duration = .seconds(1)) throws -> Signal<String, MarbleFailure> {
    try cold(diagram, Legend.letters, failure: MarbleFailure(), tick: tick)
  }

  /// A cold signal with the events of a diagram, timed from each observation.
  ///
  /// - Parameters:
  ///   - values: the values that the letters stand for.
  ///   - failure: the failure that `^` stands for.
  ///   - tick: the duration of a column.
  public func cold<Value: Sendable, Failure: Error>(
    _ diagram: String, _ values: [Character: Value], failure: Failure, tick: Duration = .seconds(1)
  ) throws -> Signal<Value, Failure> {
    try cold(diagram, { values[$0] }, failure: failure, tick: tick)
  }

  /// A hot signal with the events of a diagram, timed from now; each value is its letter.
  public func hot(_ diagram: String, tick: Duration = .seconds(1)) throws -> Signal<String, MarbleFailure> {
    try hot(diagram, Legend.letters, failure: MarbleFailure(), tick: tick)
  }

  /// A hot signal with the events of a diagram, timed from now.
  public func hot<Value: Sendable, Failure: Error>(
    _ diagram: String, _ values: [Character: Value], failure: Failure, tick: Duration = .seconds(1)
  ) throws -> Signal<Value, Failure> {
    try hot(diagram, { values[$0] }, failure: failure, tick: tick)
  }

  private func cold<Value: Sendable, Failure: Error>(
    _ diagram: String, _ legend: (Character) -> Value?, failure: Failure, tick: Duration
  ) throws -> Signal<Value, Failure> {
    let timeline = try Legend.timeline(diagram, legend, failure: failure)
    return Signal { emitter in
      for (column, events) in timeline.enumerated().dropFirst() {
        for event in events {
          emitter.disposable.add(self.schedule(after: tick * column) { emitter.emit(event) })
        }
      }
      for event in timeline.first ?? [] { emitter.emit(event) }
    }
  }

  private func hot<Value: Sendable, Failure: Error>(
    _ diagram: String, _ legend: (Character) -> Value?, failure: Failure, tick: Duration
  ) throws -> Signal<Value, Failure> {
    let timeline = try Legend.timeline(diagram, legend, failure: failure)
    let (signal, input) = Signal<Value, Failure>.pipe()
    for (column, events) in timeline.enumerated() {
      for event in events { schedule(after: tick * column) { input.emit(event) } }
    }
    return signal
  }
}

/// The values of a diagram's letters.
private enum Legend {
  static func letters(_ character: Character) -> String? { String(character) }

  static func timeline<Value, Failure>(
    _ text: String, _ legend: (Character) -> Value?, failure: Failure
  ) throws -> [[Event<Value, Failure>]] {
    try MarbleDiagram(text).ticks.map { marks in
      try marks.map { mark in
        switch mark {
        case .completion: return .completed
        case .failure: return .failed(failure)
        case .disposal:
          throw MarbleLegendError(description: "\(text): '!' disposes an observation, so it cannot be in a source")
        case .value(let character):
          guard let value = legend(character) else {
            throw MarbleLegendError(description: "\(text): no value was given for '\(character)'")
          }
          return .value(value)
        }
      }
    }
  }
}

/// A mark without a meaning in this diagram.
public struct MarbleLegendError: Error, Hashable, CustomStringConvertible {
  /// The diagram and the mark.
  public let description: String
}
