import REPL

/// The answers and failures of a session's live calls, in order of arrival.
struct LiveAnswers {
  enum Content {
    case answer(CallLog.Answer)
    case failure(CallLog.Failure)
    /// The call gave nothing by itself.
    case nothing
  }
  /// An answer or a failure of a live call.
  struct Event {
    let call: CallLog.Call
    let content: Content
    let time: Duration
    fileprivate let moment: CallLog.Moment
    /// The number of the line that set it; nil if it came from the app. The saved flow contains that line, too.
    fileprivate let setBy: Int?
  }
  private var events: [Event] = []

  init(_ calls: some Sequence<CallLog.Call>) {
    for call in calls {
      var given = call.answers.map {
        Event(call: call, content: .answer($0), time: $0.time, moment: $0.moment, setBy: $0.setBy)
      }
      if let failure = call.failure {
        given.append(
          Event(
            call: call, content: .failure(failure), time: call.end ?? call.start, moment: failure.moment,
            setBy: failure.setBy))
      }
      if given.allSatisfy({ $0.setBy != nil }) {
        given.insert(
          Event(call: call, content: .nothing, time: call.start, moment: CallLog.Moment(), setBy: nil), at: 0)
      }
      events += given
    }
    // A stable sort: events of one moment stay in the order of their calls.
    events.sort { $0.moment < $1.moment }
  }

  /// Takes the events up to a moment, and the first event of each call in `numbers`, all of which start there.
  mutating func take(upTo moment: CallLog.Moment, beginning numbers: Set<Int>) -> [Event] {
    var begun: Set<Int> = []
    return take(
      events.indices.filter { index in
        let event = events[index]
        if event.setBy != nil { return false }
        if begun.insert(event.call.number).inserted, numbers.contains(event.call.number) { return true }
        if case .nothing = event.content { return false }
        return event.moment <= moment
      })
  }

  /// Takes the events just before the answers that line `turn` set. In a flow all of these arrive with the next line, in the
  /// order in which they are set.
  mutating func take(beforeAnswersSetBy turn: Int) -> [Event] {
    let set = events.indices.filter { events[$0].setBy == turn }
    return take(
      events.indices.filter { index in
        let event = events[index]
        return event.setBy == nil
          && set.contains {
            index < $0 && events[$0].call.number == event.call.number && events[$0].moment == event.moment
          }
      })
  }

  private mutating func take(_ indices: [Int]) -> [Event] {
    let taken = Set(indices)
    defer { events = events.indices.filter { !taken.contains($0) }.map { events[$0] } }
    return indices.map { events[$0] }
  }
}
