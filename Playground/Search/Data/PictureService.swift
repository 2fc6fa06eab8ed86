import Foundation
import Services
import Signals

/// The entity: an element of the service's list. It never leaves the interactors.
package struct PictureElement: Decodable, Sendable {
  package let fromPageTitle: String?, thumbURL: String?, hoverURL: String?
  var isEmpty: Bool { [fromPageTitle, thumbURL, hoverURL].allSatisfy { $0?.isEmpty ?? true } }
}

/// Searches for pictures and fetches them.
package struct PictureService: Sendable {
  /// A part of a picture's bytes.
  package struct Piece: Hashable, Sendable {
    package let data: Data
    /// The length of the whole picture and its `ETag`, which are equal in all pieces of one picture.
    package let total: Int, tag: String?
  }
  /// The largest picture, in bytes.
  package static let limit = 10_000_000
  private struct Answer: Decodable { let data: [PictureElement] }

  private let search: any HTTPTransport, pictures: any HTTPTransport

  package init(search: any HTTPTransport, pictures: any HTTPTransport) {
    (self.search, self.pictures) = (search, pictures)
  }

  /// The elements from `start`, including empty ones.
  package func page(of query: PictureQuery, from start: Int, count: Int) -> Signal<[PictureElement], ServiceFailure> {
    let fields = [
      HTTPField("tn", "resultjson_com"), HTTPField("ipn", "rj"), HTTPField("word", query.main),
      HTTPField("step_word", query.second), HTTPField("pn", "\(start)"), HTTPField("rn", "\(count)"),
    ]
    return search.call(HTTPRequest.get("/search/acjson", query: fields).decoding(Answer.self)).map(\.data)
  }

  /// At most `count` bytes of a picture from `start`. A server without range requests sends all of it.
  package func piece(of usrid: String, from start: Int, count: Int) -> Signal<Piece, ServiceFailure> {
    let range = HTTPField("Range", "bytes=\(start)-\(start + count - 1)")
    let request = HTTPRequest.get("/pictures/cover/\(usrid).svg", headers: [range])
    return pictures.call(
      HTTPCall(request) { response throws(ServiceFailure) in
        guard response.header("Content-Type")?.hasPrefix("image/") ?? true else {
          throw .undecodable(path: "", reason: "it is not an image", excerpt: "")
        }
        // A whole picture is valid only as the first piece.
        let data = response.body, end = start + data.count, tag = response.header("ETag")
        if response.status != 206, start == 0 { return Piece(data: data, total: data.count, tag: tag) }
        let range = response.header("Content-Range") ?? "", total = range.split(separator: "/").last.flatMap { Int($0) }
        guard response.status == 206, let total, range.hasPrefix("bytes \(start)-\(end - 1)/"), total >= end,
          (1...count).contains(data.count)
        else { throw .undecodable(path: "", reason: "it is not the requested range", excerpt: "") }
        guard total <= Self.limit else { throw .tooLarge(limit: Self.limit) }
        return Piece(data: data, total: total, tag: tag)
      })
  }
}
