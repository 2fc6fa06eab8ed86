import Foundation
import SignalsTesting

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The elements that an XML parser reads in a text.
final class MarkupReading: NSObject, XMLParserDelegate {
  struct Element: Equatable {
    let name: String
    let attributes: [String: String]
    /// The text in the element and in its children.
    var text = ""
  }
  private(set) var elements: [Element] = []
  /// The error in the text; nil if it is well-formed.
  private(set) var problem: String?
  private var open: [Int] = []

  init(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    if !parser.parse() { problem = "line \(parser.lineNumber): \(parser.parserError.map { "\($0)" } ?? "not XML")" }
  }

  /// The elements with this name, and with this class if one is given.
  func all(_ name: String, class style: String? = nil) -> [Element] {
    elements.filter { element in
      element.name == name
        && (style.map { (element.attributes["class"] ?? "").split(separator: " ").contains(Substring($0)) } ?? true)
    }
  }

  func parser(
    _: XMLParser, didStartElement name: String, namespaceURI _: String?, qualifiedName _: String?,
    attributes: [String: String]
  ) {
    open.append(elements.count)
    elements.append(Element(name: name, attributes: attributes))
  }

  func parser(_: XMLParser, didEndElement _: String, namespaceURI _: String?, qualifiedName _: String?) {
    open.removeLast()
  }

  func parser(_: XMLParser, foundCharacters text: String) { for index in open { elements[index].text += text } }

  func parser(_: XMLParser, foundCDATA data: Data) {
    for index in open { elements[index].text += String(decoding: data, as: UTF8.self) }
  }
}

extension SeededNumbers {
  /// A random text of some characters, each followed by one of these pieces.
  mutating func text(_ pieces: [String]) -> String {
    (0..<Int.random(in: 0...9, using: &self)).reduce(into: "") { text, _ in
      let value = UInt32.random(in: 0...(Bool.random(using: &self) ? 0x7F : 0x10_FFFF), using: &self)
      text.unicodeScalars.append(Unicode.Scalar(value) ?? "\u{FFFF}")
      text += pieces.randomElement(using: &self) ?? ""
    }
  }
}
