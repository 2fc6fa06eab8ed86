import Foundation
import VIPER

extension Route<Void, Never> {
  /// Asks for two categories, and searches for pictures of them.
  package static var search: Self { Route("search") }
  /// Tabs: a timer, and the language.
  package static var setting: Self { Route("setting") }
  /// The timer, a tab of the setting.
  package static var timer: Self { Route("timer", style: .tab) }
  /// The language, a tab of the setting.
  package static var language: Self { Route("language", style: .tab) }
  /// A screen of another architecture.
  package static var about: Self { Route("about") }
}

extension Route<FoundPictures, Never> {
  /// Shows what was found. That lives in memory only: whoever wants to see it again, searches again.
  package static var results: Self { Route(transient: "results") }
}

extension Route<DetailsInput, Never> {
  /// Shows one picture.
  package static var details: Self { Route("details") }
  /// Downloads one picture, in the screen that embeds it.
  package static var download: Self { Route("download", style: .embedded) }
}

extension Route<Void, String> {
  /// A modal that hands a text back.
  package static var message: Self { Route("message", style: .modal) }
}

/// What details are asked for; a link writes it as `?usrid=123`.
package struct DetailsInput: Codable, Hashable, Sendable {
  package let usrid: String

  package init(usrid: String) { self.usrid = usrid }

  /// The link to the details, from anywhere: `/search/details?usrid=123`.
  package var link: String {
    let text = usrid.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    return Self.above + "/details?usrid=" + text
  }
  /// The same link as it is followed by who is on the search already: it is not opened once more.
  var linkFromSearch: String { String(link.dropFirst(Self.above.count)) }

  private static let above = "/search"
}
