import Services
import Signals

/// Calls a store whenever an entity is encoded, decoded or compared, except inside such a call.
struct Asked: Sendable {
  enum Moment { case encoding, decoding, comparing }
  typealias Answer = Result<[Int], StoreFailure>
  @TaskLocal private static var current: Asked?

  private let moment: Moment, ask: @Sendable () -> Answer
  private let found = MutableProperty<[Answer]>([])

  init(_ moment: Moment, _ ask: @escaping @Sendable () -> Answer) { (self.moment, self.ask) = (moment, ask) }

  var answers: [Answer] { found.value }

  func during<Value>(_ work: () throws -> Value) rethrows -> Value { try Self.$current.withValue(self) { try work() } }

  static func happens(_ moment: Moment) {
    guard let asked = current, asked.moment == moment else { return }
    let answer = $current.withValue(nil) { asked.ask() }
    asked.found.modify { $0.append(answer) }
  }
}

/// An entity whose rank notifies ``Asked`` when it is encoded, decoded or compared.
struct AskingNote: Codable, Identifiable, Sendable {
  let id: Int, rank: Rank

  init(id: Int, rank: Int? = nil) { (self.id, self.rank) = (id, Rank(number: rank ?? id)) }
}

struct Rank: Comparable, Hashable, Codable, Sendable {
  let number: Int

  init(number: Int) { self.number = number }

  init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(Int.self)
    if number == 1 { Asked.happens(.decoding) }
  }
  func encode(to encoder: any Encoder) throws {
    Asked.happens(.encoding)
    try number.encode(to: encoder)
  }

  static func == (left: Rank, right: Rank) -> Bool {
    Asked.happens(.comparing)
    return left.number == right.number
  }
  static func < (left: Rank, right: Rank) -> Bool {
    Asked.happens(.comparing)
    return left.number < right.number
  }
}
