import Foundation
import VIPER

extension Route<Void, Never> {
  package static var search: Self { Route("search") }
  package static var setting: Self { Route("setting") }
  package static var timer: Self { Route("timer", style: .tab) }
  package static var language: Self { Route("language", style: .tab) }
  package static var about: Self { Route("about") }
}

extension Route<FoundPictures, Never> {
  /// Shows what was found. That lives in memory only: a link cannot open it.
  package static var results: Self { Route(transient: "results") }
}

extension Route<DetailsInput, Never> {
  package static var details: Self { Route("details") }
  /// Downloads one picture, in the screen that embeds it.
  package static var download: Self { Route("download", style: .embedded) }
}

extension Route<Void, String> {
  /// A modal that hands a text back.
  package static var message: Self { Route("message", style: .modal) }
}

/// Which picture the details show; a link writes it as `?usrid=123`.
package struct DetailsInput: Codable, Hashable, Sendable {
  package let usrid: String

  package init(usrid: String) { self.usrid = usrid }

  /// The link from the search that is open.
  var link: String { "/details?usrid=" + (usrid.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "") }
}
