import Foundation
import Language
import Services

/// Every text the app shows, in one language.
package struct Texts: Sendable {
  package let listTitle: String
  /// In the order of the relations.
  package let sections: [String]
  package let noContent: String
  package let nothingToUndo: String
  package let addTitle: String
  package let nameIsEmpty: String
  /// The day that was chosen, and today.
  package let beforeToday: @Sendable (_ day: String, _ today: String) -> String
  /// What was typed where a day should be.
  package let notADay: @Sendable (_ text: String) -> String
  /// Said before everything else: the file that keeps the list, or that there is none.
  package let keptIn: @Sendable (_ file: String?) -> String
  package let storeFailure: @Sendable (StoreFailure) -> String

  /// The texts for `locale`.
  package static func of(_ locale: Locale) -> Texts {
    switch Language.of(locale) {
    case .english: .english
    case .simplifiedChinese: .simplifiedChinese
    }
  }
}
