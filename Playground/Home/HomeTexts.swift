import Foundation
import Language

/// Every text the home screen shows, in one language.
package struct HomeTexts: Sendable {
  package let title: String
  package let todo: String
  package let login: String
  package let search: String

  /// The texts for `locale`.
  package static func of(_ locale: Locale) -> HomeTexts {
    switch Language.of(locale) {
    case .english: .english
    case .simplifiedChinese: .simplifiedChinese
    }
  }

  package static let english = HomeTexts(
    title: "Playground", todo: "what is to do by the end of next week", login: "log in, and jump",
    search: "search for pictures")

  package static let simplifiedChinese = HomeTexts(
    title: "示例", todo: "到下周末为止的待办事项", login: "登录与跳转", search: "搜索图片")
}
