/// One row of the table: a job, done by this library, by the least code that could do it, and by what the toolchain
/// offers for it.
struct Row: Sendable {
  /// A short name to ask for it by.
  let name: String
  /// The job, in words.
  let title: String
  /// What is counted: an event, a delivery, a subscription.
  var unit = "event"
  /// What is measured of it.
  var measure = Measure.time
  /// The library's way.
  let subject: Contender
  /// The least that could do it: what the machine allows.
  let floor: Contender
  /// What the toolchain offers.
  var others: [Contender] = []
  /// Whether its time is stable enough for a regression to be judged by. That of threads is not: who runs when is luck.
  var isGuarded = true
  var goal: Goal
  /// How often the closures of a graph run.
  var computations: Computations?

  enum Measure: Sendable { case time, bytes }

  var contenders: [Contender] { [subject, floor] + others }
}

/// How often the closures of a graph of properties run for one write, reads after it included. It is counted, not measured, so it has
/// to be exact.
struct Computations: Sendable {
  let expected: Int
  let count: @Sendable () -> Int
}

/// One way of doing a row's job.
struct Contender: Sendable {
  let name: String
  /// Units done by one count of the body.
  var unitsPerCount = 1
  /// Sets the job up, and gives the body that does it so many times. Only the body is measured.
  let prepare: @Sendable () -> (_ count: Int) -> Void
}

/// What a row is held against.
struct Goal: Sendable {
  /// Time, as a multiple of the floor's.
  let ratio: Double
  /// Heap allocations per unit.
  let allocations: Double
  /// Machine instructions per unit on x86-64, where they are counted. They hardly move from run to run, so the limit is
  /// close to what was measured last.
  var instructions: Double?

  /// How far over the goal a ratio has to be to count as a regression: more than noise makes of it.
  static let margin = 2.0
}
