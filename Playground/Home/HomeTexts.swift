import Language

/// The texts of the home screen.
package struct HomeTexts: Texts {
  /// An app's name and purpose.
  package struct App: Hashable, Identifiable, Sendable {
    package let name: String, about: String
    package var id: String { name }
  }
  private let text: Language

  package init(_ language: Language) { text = language }

  package var title: String { text("Playground", "示例") }
  package var todo: App {
    text(App(name: "todo", about: "items due by the end of next week"), App(name: "待办", about: "到下周末为止的待办事项"))
  }
  package var login: App { text(App(name: "login", about: "log in, and jump"), App(name: "登录", about: "登录与跳转")) }
  package var search: App { text(App(name: "search", about: "search for pictures"), App(name: "搜索", about: "搜索图片")) }
  package var openHelp: String { text("opens an app", "打开一个应用") }
}
