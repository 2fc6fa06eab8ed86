import Foundation
import Language
import Services
import Testing
import Todo

/// The messages of stores and days. The other texts are in the flows of both languages.
@Suite struct TodoTextsTests {
  @Test("a failing store is explained in the user's language") func problems() {
    let english = TodoTexts.english, chineseTexts = TodoTexts.simplifiedChinese
    let failures: [StoreFailure] = [
      .unreadable(file: "/a", reason: "Permission denied"), .invalid(file: "/a", reason: "it is empty"),
      .newer(file: "/a", version: 2, supported: 1),
      .unwritable(file: "/a", reason: "disk full"), .inUse(file: "/a"), .busy(file: "/a"),
      .unavailable(library: "/l", reason: "it is missing"), .other("disk full"),
    ]
    let chinese = [
      "无法读取 /a:Permission denied。文件未作任何更改;请检查其权限,或换一个位置。",
      "无法使用 /a:it is empty。文件保持原样;请修复它,或将其移走后重新开始。",
      "无法使用 /a:其格式版本为 2,而本程序最高支持 1。文件保持原样;请更新程序,或换一个位置。",
      "无法写入 /a:disk full。之前保存的内容仍在;请解决问题后重试。",
      "无法写入 /a:本程序或另一个程序的另一个存储正在使用它。未作任何更改;请让一个程序用一个存储写入,然后重试。",
      "无法读取 /a:本程序或另一个程序的另一个存储正在更改它。未作任何更改;请待其完成后重试。",
      "无法打开此存储所需的库 /l:it is missing。请安装 SQLite,或选择另一种存储。", "disk full",
    ]
    #expect(failures.map { english.problem(StoreProblem($0)) } == failures.map(\.description))
    #expect(failures.map { chineseTexts.problem(StoreProblem($0)) } == chinese)
    #expect(chineseTexts.problem(.gone) == "它已不在列表中;未作任何更改")
    #expect(DueRelation.allCases.map(chineseTexts.section) == ["未知", "今天", "明天", "本周晚些时候", "下周"])
  }
}
