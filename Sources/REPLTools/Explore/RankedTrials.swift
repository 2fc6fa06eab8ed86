/// The trials of a flow that are known before they are played, those with new keys first.
struct RankedTrials {
  private(set) var asked: [AskedTrial] = []
  /// The number of trials with a key that neither this flow nor an earlier one had before; they come first.
  private(set) var fresh = 0

  /// - Parameter ranked: the trials with the number of earlier trials for the same key; nil for one that cannot be made.
  init(_ ranked: [(rank: Int, make: () -> AskedTrial?)], maximum: Int = 2_000) {
    var seen: [Trial: [Question]] = [:]
    for (rank, make) in ranked.sorted(by: { $0.rank < $1.rank }) where asked.count < maximum {
      guard let asked = make(), !seen[asked.trial, default: []].contains(asked.question) else { continue }
      seen[asked.trial, default: []].append(asked.question)
      self.asked.append(asked)
      if rank == 0 { fresh += 1 }
    }
  }
}
