import Services
import Signals

/// Calls a store whenever an entity is encoded, decoded or compared, except inside such a call.
final class Asked: Sendable {
  enum Moment: Sendable { case encoding, decoding, comparing }
  @TaskLocal static var current: Asked?

  private let moment: Moment
  private let ask: @Sendable () -> Result<[Int], StoreFailure>
  private let found = MutableProperty<[Result<[Int], StoreFailure>]>([])

  init(_ moment: Moment, _ ask: @escaping @Sendable () -> Result<[Int], StoreFailure>) {
    self.moment = moment
    self.ask = ask
  }

  var answers: [Result<[Int], StoreFailure>] { found.value }

  func during<Value>(_ work: () throws -> Value) rethrows -> Value { try Self.$current.withValue(self) { try work() } }

  static func happens(_ moment: Moment) {
    guard let asked = current, asked.moment == moment else { return }
    let answer = $current.withValue(nil) { asked.ask() }
    asked.found.modify { $0.append(answer) }
  }
}

/// An entity that notifies ``Asked`` when it is encoded, decoded or compared.
struct AskingNote: Codable, Identifiable, Sendable {
  let id: Int
  let rank: Rank

  init(id: Int, rank: Int? = nil) {
    self.id = id
    self.rank = Rank(number: rank ?? id)
  }
  private enum CodingKeys: CodingKey { case id, rank }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int.self, forKey: .id)
    rank = Rank(number: try container.decode(Int.self, forKey: .rank))
    if id == 1 { Asked.happens(.decoding) }
  }
  func encode(to encoder: any Encoder) throws {
    Asked.happens(.encoding)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(rank.number, forKey: .rank)
  }
}

struct Rank: Comparable, Sendable {
  let number: Int

  static func == (left: Rank, right: Rank) -> Bool {
    Asked.happens(.comparing)
    return left.number == right.number
  }
  static func < (left: Rank, right: Rank) -> Bool {
    Asked.happens(.comparing)
    return left.number < right.number
  }
}
