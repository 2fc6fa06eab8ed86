/// One row of the table: a job, done by this library, by the least code that could do it, and by the toolchain's
/// alternatives.
struct Row: Sendable {
  /// A short name, for the command line.
  let name: String
  /// The job, in words.
  let title: String
  /// The unit: an event, a delivery, a subscription.
  var unit = "event"
  /// The measured quantity.
  var measure = Measure.time
  /// The library's way.
  let subject: Contender
  /// The least code that could do it: the limit of the machine.
  let floor: Contender
  /// The toolchain's alternatives.
  var others: [Contender] = []
  /// Whether its time is stable enough to detect a regression. The time of threads is not, since their schedule varies.
  var isGuarded = true
  var goal: Goal
  /// The number of runs of a graph's closures.
  var computations: Computations?

  enum Measure: Sendable { case time, bytes }

  var contenders: [Contender] { [subject, floor] + others }
}

/// The number of runs of the closures of a property graph for one write, reads after it included. It is counted, not
/// measured, so it has to be exact.
struct Computations: Sendable {
  let expected: Int
  let count: @Sendable () -> Int
}

/// One way of doing a row's job.
struct Contender: Sendable {
  let name: String
  /// The number of units in one count of the body.
  var unitsPerCount = 1
  /// Sets the job up, and returns the body that does it a number of times. Only the body is measured.
  let prepare: @Sendable () -> (_ count: Int) -> Void
}

/// The limits of a row.
struct Goal: Sendable {
  /// The time, as a multiple of the floor's.
  let ratio: Double
  /// Heap allocations per unit.
  let allocations: Double
  /// Machine instructions per unit on x86-64, if they are counted. They hardly vary from run to run, so the limit is
  /// close to the last measurement.
  var instructions: Double?

  /// The factor over the goal from which a ratio is a regression. It is larger than the noise, and than the difference between
  /// processors: where atomic operations are fast, or other programs share the caches, the same graph takes up to five times
  /// as many floors. Counts of computations, of allocations, of bytes and of instructions do not depend on the processor, and have no
  /// margin.
  static let margin = 8.0
}
