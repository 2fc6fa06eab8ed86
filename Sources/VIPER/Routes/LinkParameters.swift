import Foundation

/// The parameters of one segment of a link: `;value=cats`, or `?usrid=123&page=2`.
struct LinkParameters {
  var pairs: [(name: String, text: String)] = []

  /// An input that has no parameters of its own goes by this name.
  static let single = "value"
  /// An input whose parameters would be read as something else is written down as it is.
  static let raw = "json"

  subscript(_ name: String) -> String? { pairs.first { $0.name == name }?.text }

  /// An input as the route writes it: a parameter for each member of an object; anything else is one, called `value`.
  init(members json: String) throws {
    let members = try JSONDecoder().decode([String: JSONText].self, from: Data(json.utf8))
    pairs = members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.text) }
  }

  init(_ pairs: [(name: String, text: String)]) { self.pairs = pairs }
}

/// A JSON value as a parameter: text as it is, anything else as JSON.
private struct JSONText: Decodable {
  let text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self.text = text
      return
    }
    text = String(decoding: try JSONEncoder.sorted.encode(try container.decode(JSONValue.self)), as: UTF8.self)
  }
}

/// Any JSON value. Whole numbers stay whole.
private enum JSONValue: Codable {
  case null, bool(Bool), whole(Int64), large(UInt64), number(Double), text(String)
  case list([JSONValue]), object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let whole = try? container.decode(Int64.self) {
      self = .whole(whole)
    } else if let large = try? container.decode(UInt64.self) {
      self = .large(large)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([JSONValue].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .whole(let whole): try container.encode(whole)
    case .large(let large): try container.encode(large)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .object(let object): try container.encode(object)
    }
  }
}
