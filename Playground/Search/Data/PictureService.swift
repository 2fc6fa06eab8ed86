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
  /// The largest picture, in bytes.
  package static let limit = 10_000_000
  private struct Answer: Decodable { let data: [PictureElement] }

  private let search: any HTTPTransport, pictures: any HTTPStreaming

  package init(search: any HTTPTransport, pictures: any HTTPStreaming) {
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

  /// A picture in parts, as they arrive.
  package func picture(_ usrid: String) -> Signal<HTTPPart, ServiceFailure> {
    pictures.stream(.get("/pictures/cover/\(usrid).svg")).tryMap { part throws(ServiceFailure) in
      guard case .head(let head) = part else { return part }
      guard head.status == 200 else { throw .status(head) }
      guard head.header("Content-Type")?.hasPrefix("image/") ?? true else {
        throw .undecodable(path: "", reason: "it is not an image", excerpt: "")
      }
      return part
    }
  }
}
