public import Signals

/// Observes a signal and records its events.
///
///     let recorder = Recorder(interactor.upcoming())
///     #expect(recorder.values == [[]])
///     #expect(recorder.isCompleted)
///
/// Releasing the recorder disposes the observation.
public final class Recorder<Value: Sendable, Failure: Error>: Sendable {
  /// An event and its time.
  public struct Entry: Sendable {
    /// The scheduler's time; zero without a scheduler.
    public let time: Duration
    /// The event.
    public let event: Event<Value, Failure>
  }
  private let log = Protected<[Entry]>([])
  private let observation: Disposable

  /// Observes `signal` immediately, and records the time of each event by `scheduler`.
  public init(_ signal: Signal<Value, Failure>, on scheduler: any Scheduler = .immediate) {
    observation = signal.observe { [log] event in
      let entry = Entry(time: scheduler.now, event: event)
      log.withLock { $0.append(entry) }
    }
  }

  deinit { observation.dispose() }

  /// The events with their times, in order.
  public var entries: [Entry] { log.withLock { $0 } }

  /// The events, in order.
  public var events: [Event<Value, Failure>] { entries.map(\.event) }

  /// The values, in order.
  public var values: [Value] { events.compactMap(\.value) }

  /// The failure that ended the signal; nil if it has not failed.
  public var failure: Failure? {
    if case .failed(let failure) = events.last { failure } else { nil }
  }

  /// Whether the signal completed.
  public var isCompleted: Bool {
    if case .completed = events.last { true } else { false }
  }

  /// Disposes the observation. The recorded events stay.
  public func dispose() { observation.dispose() }
}
