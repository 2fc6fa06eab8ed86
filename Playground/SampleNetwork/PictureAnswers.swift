import Foundation

/// The server's picture search: 27 pictures for any word, and none for `nothing`.
enum PictureAnswers {
  static let path = "/search/acjson"
  /// The folder of the pictures.
  static let folder = "/pictures/"
  private static let count = 27

  private struct Page: Encodable { let data: [Picture] }
  /// Every page ends with an empty element.
  private struct Picture: Encodable {
    var fromPageTitle: String?
    var thumbURL: String?
    var hoverURL: String?
  }

  static func answer(_ query: [String: String]) -> SampleAnswer {
    guard query["tn"] == "resultjson_com", query["ipn"] == "rj", let word = query["word"],
      let detail = query["step_word"], let start = query["pn"].flatMap({ Int($0) }), start >= 0,
      let length = query["rn"].flatMap({ Int($0) }), length > 0
    else { return .text("tn, ipn, word, step_word, pn and rn are needed", status: 400) }
    let all = word == "nothing" ? 0 : count
    let first = min(start, all)
    let pictures = (first..<first + min(length, all - first)).map { index in
      Picture(
        fromPageTitle: "\(word) \(detail) \(index + 1)", thumbURL: "\(folder)thumb/\(index + 1).svg",
        hoverURL: "\(folder)cover/\(index + 1).svg")
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let json = try? encoder.encode(Page(data: pictures + [Picture()])) else { return .notFound }
    return .json(String(decoding: json, as: UTF8.self))
  }

  static func picture(_ path: String) -> SampleAnswer {
    let parts = path.dropFirst(folder.count).split(separator: "/")
    guard parts.count == 2, parts[1].hasSuffix(".svg"), let number = Int(parts[1].dropLast(4)),
      (1...999).contains(number), let radius = ["thumb": 4, "cover": 100][String(parts[0])]
    else { return .notFound }
    return SampleAnswer(["Content-Type": "image/svg+xml"], body: Data(drawing(number, radius: radius).utf8))
  }

  /// A drawing of circles. Its length grows with the radius.
  private static func drawing(_ number: Int, radius: Int) -> String {
    let circles = (1...radius).map { "<circle r=\"\($0)\" stroke=\"hsl(\(number * 13) 50% 50%)\"/>\n" }
    return "<svg xmlns=\"http://www.w3.org/2000/svg\">\n\(circles.joined())</svg>\n"
  }
}
