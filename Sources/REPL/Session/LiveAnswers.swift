/// What the live calls of a session gave, in the order in which it came.
struct LiveAnswers {
  /// Something that a live call gave.
  struct Event {
    enum Content {
      case answer(CallLog.Answer)
      case failure(String)
      /// Nothing came from the call itself.
      case nothing
    }
    let call: CallLog.Call
    let content: Content
    let time: Duration
    fileprivate let moment: CallLog.Moment
    /// The number of the line that set it, if it is not the app's own: that line gives it again.
    fileprivate let setBy: Int?
  }
  private var events: [Event] = []

  init(_ calls: some Sequence<CallLog.Call>) {
    for call in calls {
      var given = call.answers.map {
        Event(call: call, content: .answer($0), time: $0.time, moment: $0.moment, setBy: $0.setBy)
      }
      if case .failed(let text) = call.state {
        given.append(
          Event(
            call: call, content: .failure(text), time: call.end ?? call.start, moment: call.failureMoment,
            setBy: call.failureSetBy))
      }
      if given.allSatisfy({ $0.setBy != nil }) {
        given.insert(
          Event(call: call, content: .nothing, time: call.start, moment: CallLog.Moment(), setBy: nil), at: 0)
      }
      events += given
    }
    // Stable: those of one moment stay in the order of their calls.
    events = events.enumerated().sorted { ($0.element.moment, $0.offset) < ($1.element.moment, $1.offset) }.map(
      \.element)
  }

  /// Takes what came up to a moment, and the first of each call that begins there.
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

  /// Takes what came just before the answers that the line of that number set: in a flow all of these come with the next line, in the
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
