/// What the live calls of a session gave, in the order in which it came.
struct LiveAnswers {
  /// Something that a live call gave: an answer or, at its end, a failure.
  struct Event {
    let call: CallLog.Call
    /// nil for a failure, or where nothing came.
    let answer: CallLog.Answer?
    let time: Duration
    fileprivate let moment: CallLog.Moment
  }
  private var events: [Event] = []

  init(_ calls: some Sequence<CallLog.Call>) {
    for call in calls {
      events += call.answers.map { Event(call: call, answer: $0, time: $0.time, moment: $0.moment) }
      // A failure that was set comes again with the line that set it.
      let isFailed = if case .failed = call.state { !call.isNextAnswerSet } else { false }
      if isFailed || call.answers.isEmpty {
        events.append(Event(call: call, answer: nil, time: call.end ?? call.start, moment: call.failureMoment))
      }
    }
    // Stable: those of one moment stay in the order of their calls.
    events = events.enumerated().sorted { ($0.element.moment, $0.offset) < ($1.element.moment, $1.offset) }.map(
      \.element)
  }

  /// Takes what came up to a moment, and the first of each call that begins there.
  mutating func take(upTo moment: CallLog.Moment, beginning numbers: Set<Int>) -> [Event] {
    var begun: Set<Int> = []
    let isTaken = events.map { event -> Bool in
      let isFirst = begun.insert(event.call.number).inserted && numbers.contains(event.call.number)
      return isFirst || event.moment <= moment && !event.call.answers.isEmpty
    }
    defer { events = zip(events, isTaken).filter { !$1 }.map(\.0) }
    return zip(events, isTaken).filter(\.1).map(\.0)
  }
}
