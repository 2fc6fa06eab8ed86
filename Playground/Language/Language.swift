import Foundation

/// The languages that the sample apps speak.
package enum Language: Sendable {
  case english, simplifiedChinese

  /// Simplified Chinese for those who read it, English for everyone else.
  package static func of(_ locale: Locale) -> Language {
    let language = Locale.Language(identifier: locale.identifier)
    return language.languageCode == .chinese && language.script == .hanSimplified ? .simplifiedChinese : .english
  }

  /// What a command does that leads back, for `help`.
  package var backHelp: String {
    switch self {
    case .english: "goes back to the screen before this one"
    case .simplifiedChinese: "返回上一个界面"
    }
  }

  /// Why there is no way back.
  package var nothingBelow: String {
    switch self {
    case .english: "this is the first screen"
    case .simplifiedChinese: "这是第一个界面"
    }
  }
}
