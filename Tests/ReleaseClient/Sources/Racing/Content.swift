/// Values of one type, each with a number that can be read back. A torn or freed value has another number, or none.
package struct Content<Value: Sendable>: Sendable {
  package let name: String
  package let make: @Sendable (_ number: Int) -> Value
  /// The number that a value was created with.
  package let number: @Sendable (Value) -> Int?

  package func check(_ value: Value) {
    guard let number = number(value), (0..<Self.count).contains(number) else { fatalError("a broken value: \(value)") }
  }

  /// All numbers are below this.
  package static var count: Int { 1000 }
}

package final class Box: Sendable {
  package let number: Int
  let twin: Int

  init(_ number: Int) {
    self.number = number
    twin = number
  }
}

package protocol Payload: Sendable {
  var number: Int { get }
}

extension Box: Payload {}

package struct Words: Payload {
  let words: [String]
  package var number: Int { Content<String>.number(of: words.first ?? "") ?? -1 }
}

extension Content<String> {
  package static let strings = Content(name: "strings", make: { text($0) }, number: { number(of: $0) })

  /// Too long for a string without a heap object.
  package static func text(_ number: Int) -> String { "\(number):" + String(repeating: "x", count: 20 + number % 20) }

  static func number(of text: String) -> Int? {
    guard let end = text.firstIndex(of: ":"), let number = Int(text[..<end]) else { return nil }
    return text == self.text(number) ? number : nil
  }
}

extension Content<[Int]> {
  package static let arrays = Content(
    name: "arrays", make: { [$0, $0, $0] },
    number: { $0.count == 3 && $0.allSatisfy { [first = $0[0]] in $0 == first } ? $0[0] : nil })
}

extension Content<Box> {
  package static let objects = Content(
    name: "objects", make: Box.init, number: { $0.number == $0.twin ? $0.number : nil })
}

extension Content<any Payload> {
  package static let existentials = Content(
    name: "existentials",
    make: { number -> any Payload in
      if number % 2 == 0 { Box(number) } else { Words(words: [Content<String>.text(number)]) }
    }, number: { $0.number })
}
