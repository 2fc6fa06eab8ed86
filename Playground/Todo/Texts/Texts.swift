import Foundation
import Services

/// Every text the app shows, in one language.
struct Texts: Sendable {
  let listTitle: String
  /// In the order of the relations.
  let sections: [String]
  let noContent: String
  let nothingToUndo: String
  let addTitle: String
  let nameIsEmpty: String
  /// The day that was chosen, and today.
  let beforeToday: @Sendable (_ day: String, _ today: String) -> String
  let storeFailure: @Sendable (StoreFailure) -> String

  /// The texts for `locale`: simplified Chinese for those who read it, English for everyone else.
  static func of(_ locale: Locale) -> Texts {
    let language = Locale.Language(identifier: locale.identifier)
    guard language.languageCode == .chinese else { return .english }
    if let script = language.script { return script == .hanSimplified ? .simplifiedChinese : .english }
    let traditional: [Locale.Region] = [.taiwan, .hongKong, .macao]
    return language.region.map(traditional.contains) == true ? .english : .simplifiedChinese
  }
}
