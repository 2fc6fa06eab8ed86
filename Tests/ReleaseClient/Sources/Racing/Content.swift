/// Values of one type, each with a number that can be read back. A torn or freed value has another number, or none.
package struct Content<Value: Sendable>: Sendable {
  package let name: String
  private let makeValue: @Sendable (_ number: Int) -> Value
  /// The number that a value was created with.
  package let number: @Sendable (Value) -> Int?

  init(
    _ name: String, _ make: @escaping @Sendable (_ number: Int) -> Value,
    number: @escaping @Sendable (Value) -> Int?
  ) {
    (self.name, makeValue, self.number) = (name, make, number)
  }

  /// The value of a step, from 0. All numbers are below 1,000.
  package func make(_ step: Int) -> Value { makeValue(step % 1000) }

  package func check(_ value: Value) {
    guard let number = number(value), (0..<1000).contains(number) else { fatalError("a broken value: \(value)") }
  }
}

package protocol Payload: Sendable {
  var number: Int { get }
}

package final class Box: Payload {
  package let number: Int
  let twin: Int

  init(_ number: Int) { (self.number, twin) = (number, number) }
}

private struct Words: Payload {
  let words: [String]
  var number: Int { Content<String>.number(of: words.first ?? "") ?? -1 }
}

extension Content<String> {
  package static let strings = Content("strings", { text($0) }, number: { number(of: $0) })

  /// Too long for a string without a heap object.
  package static func text(_ number: Int) -> String { "\(number):" + String(repeating: "x", count: 20 + number % 20) }

  static func number(of text: String) -> Int? {
    guard let end = text.firstIndex(of: ":"), let number = Int(text[..<end]) else { return nil }
    return text == self.text(number) ? number : nil
  }
}

extension Content<[Int]> {
  package static let arrays = Content(
    "arrays", { [$0, $0, $0] },
    number: { $0.count == 3 && $0.allSatisfy { [first = $0[0]] in $0 == first } ? $0[0] : nil })
}

extension Content<Box> {
  package static let objects = Content("objects", Box.init, number: { $0.number == $0.twin ? $0.number : nil })
}

extension Content<any Payload> {
  package static let existentials = Content(
    "existentials",
    { number -> any Payload in
      number % 2 == 0 ? Box(number) : Words(words: [Content<String>.text(number)]) as any Payload
    },
    number: { $0.number })
}
