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
  /// Shows the found pictures. They exist only in memory, so a link cannot open this screen.
  package static var results: Self { Route(transient: "results") }
}

extension Route<DetailsInput, Never> {
  package static var details: Self { Route("details") }
  /// Downloads one picture, embedded in another screen.
  package static var download: Self { Route("download", style: .embedded) }
}

extension Route<Void, String> {
  /// A modal that returns a text.
  package static var message: Self { Route("message", style: .modal) }
}

/// The picture of the details; in a link, `?usrid=123`.
package struct DetailsInput: Codable, Hashable, Sendable {
  package let usrid: String

  package init(usrid: String) { self.usrid = usrid }

  /// The link, relative to the open search.
  var link: String { "/details?usrid=" + (usrid.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "") }
}
