import Foundation
import Language

/// Every text the picture search shows, in one language.
package struct SearchTexts: Sendable {
  package let searchTitle: String
  package let mainIsEmpty: String
  package let secondIsEmpty: String
  package let alertTitle: String
  package let searchFailed: String
  package let alertButton: String
  package let nothingToCancel: String
  package let resultsTitle: String
  package let noPictures: String
  package let noMorePictures: String
  package let refreshing: String
  package let detailsTitle: String
  package let saved: @Sendable (_ path: String) -> String
  package let downloadFailure: @Sendable (DownloadFailure) -> String
  /// What is in front of the numbers of the rows that a page has added.
  package let addedLabel: String
  package let messageTitle: String
  /// What the message hands back.
  package let returned: String
  /// What is in front of what was handed back.
  package let returnedLabel: String
  /// What is in front of an event.
  package let eventLabel: String
  /// An event that was heard, and what came with it.
  package let event: @Sendable (_ name: String, _ payload: String) -> String
  package let settingTitle: String
  package let timer: @Sendable (TimerPresenter.State, _ ticks: Int) -> String
  package let timerIs: @Sendable (TimerPresenter.State) -> String
  package let language: String
  package let aboutTitle: String
  package let about: String

  /// The texts for `locale`.
  package static func of(_ locale: Locale) -> SearchTexts {
    switch Language.of(locale) {
    case .english: .english
    case .simplifiedChinese: .simplifiedChinese
    }
  }
}
