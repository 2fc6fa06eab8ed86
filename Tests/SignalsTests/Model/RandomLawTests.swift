import Effort
import Signals
import SignalsTesting
import Testing

/// A derived property is a function of its source's value, for any earlier reads and observations. Writes inside deliveries
/// make observers fall behind.
@Suite struct RandomLawTests {
  private struct Marked: Sendable, Equatable, CustomStringConvertible {
    let number: Int, mark: Int
    var description: String { "\(number).\(mark)" }
  }

  @Test func aDerivedValueIsAFunctionOfItsSources() {
    for seed in 0..<Effort.runs(short: 200, full: 1_000) {
      if let problem = problem(UInt64(seed)) {
        Issue.record("seed \(seed): \(problem)")
        return
      }
    }
  }

  private func problem(_ seed: UInt64) -> String? {
    var random = SeededNumbers(seed: seed)
    func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    let roots = (0..<3).map { MutableProperty(Marked(number: $0, mark: 0)) }
    var all: [Property<Marked>] = roots.map(\.readOnly), descriptions = ["root", "root", "root"]
    for _ in 0..<(1 + number(5)) {
      let some = (0..<3).map { _ in number(all.count) }, those = some.map { all[$0] }
      let (property, kind): (Property<Marked>, String) =
        switch number(4) {
        case 0: (those[0].map { Marked(number: $0.number / 2, mark: $0.mark) }, "map")
        case 1:
          (
            those[0].combine(those[1]) { Marked(number: $0.number * 3 + $1.number, mark: $0.mark * 9 + $1.mark) },
            "combine"
          )
        case 2: (those[0].flatMap { $0.number % 2 == 0 ? those[1] : those[2] }, "flatMap")
        default: (those[0].removeDuplicates(), "distinct")
        }
      all.append(property)
      descriptions.append("\(kind) \(some)")
    }
    let mapped = all.map { $0.map(\.description) }
    let flatMapped = all.map { $0.flatMap { Property(constant: $0.description) } }
    let problems = MutableProperty<[String]>([]), answer = MutableProperty<(root: Int, value: Marked)?>(nil)
    let bag = DisposeBag(), properties = all

    @Sendable func check(_ place: String) {
      for index in properties.indices {
        let values = [properties[index].value.description, mapped[index].value, flatMapped[index].value]
        if Set(values).count > 1 { problems.modify { $0.append("\(place): \(index) is \(values)") } }
      }
    }
    // Attached before all other observers: these read values that the others have not received yet, and write before the others
    // are notified.
    for root in roots {
      root.changes.observeValues { _ in
        check("inside")
        guard
          let (index, value) = answer.modify({ answer in
            defer { answer = nil }
            return answer
          })
        else { return }
        roots[index].value = value
        check("inside, after an answer")
      }.stored(in: bag)
    }
    let told = mapped.map { Recorder($0.signal) }, toldByFlatMaps = flatMapped.map { Recorder($0.signal) }
    for step in 0..<6 {
      if number(2) == 0 { check("before \(step)") }
      if number(2) == 0 { answer.value = (number(3), Marked(number: number(4), mark: step * 2 + 1)) }
      roots[number(3)].value = Marked(number: number(4), mark: step * 2)
      check("after \(step)")
    }
    for (told, toldByFlatMap) in zip(told, toldByFlatMaps) {
      // A flatMap may skip values that were written inside a delivery, but not the last one.
      var rest = told.values[...]
      let isInOrder = toldByFlatMap.values.allSatisfy { value in
        rest = rest.drop { $0 != value }.dropFirst()
        return told.values.contains(value)
      }
      if !isInOrder || told.values.last != toldByFlatMap.values.last {
        problems.modify { $0.append("told \(told.values) and \(toldByFlatMap.values)") }
      }
      told.dispose()
      toldByFlatMap.dispose()
    }
    return problems.value.first.map { "\($0)\n\(descriptions.joined(separator: "\n"))" }
  }
}
