import Language

/// Every text the home screen shows, in one language.
package struct HomeTexts: Texts {
  /// What an app is called, and what it is for.
  package struct App: Hashable, Sendable {
    package let name: String
    package let about: String
  }
  package let title: String
  /// What helps somebody who sees a prompt for the first time.
  package let hint: String
  package let todo: App
  package let login: App
  package let search: App
  /// What `open` does, for `help`.
  package let openHelp: String

  package static let english = HomeTexts(
    title: "Playground",
    hint: "help lists what can be typed on a screen, :help what can be typed on every one",
    todo: App(name: "todo", about: "what is to do by the end of next week"),
    login: App(name: "login", about: "log in, and jump"),
    search: App(name: "search", about: "search for pictures"),
    openHelp: "opens an app")

  package static let simplifiedChinese = HomeTexts(
    title: "示例",
    hint: "help 列出当前界面可用的命令,:help 列出任何界面都可用的命令",
    todo: App(name: "待办", about: "到下周末为止的待办事项"),
    login: App(name: "登录", about: "登录与跳转"),
    search: App(name: "搜索", about: "搜索图片"),
    openHelp: "打开一个应用")
}
