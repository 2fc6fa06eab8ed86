import Language
import Foundation
import Services
import Testing
import Todo

@Suite struct TodoTextsTests {
  @Test("English") func english() {
    let texts = TodoTexts.english
    #expect(texts.listTitle == "VIPER TODO")
    #expect(texts.sections == ["Unknown", "Today", "Tomorrow", "Later This Week", "Next Week"])
    #expect(texts.noContent == "no upcoming items")
    #expect(texts.nothingToUndo == "there is nothing to undo")
    #expect(texts.addTitle == "Add")
    #expect(texts.nameIsEmpty == "name is empty")
    #expect(
      texts.beforeToday("2014-05-20", "2014-05-21")
        == "2014-05-20 is in the past; choose today (2014-05-21) or later")
    #expect(texts.notADay("soon") == "'soon' is not a day; type one as year-month-day, such as 2014-05-22")
    for failure in failures { #expect(texts.problem(failure) == failure.description) }
    #expect(texts.problem(.gone) == "the item is no longer in the list; nothing was changed")
  }

  @Test("simplified Chinese") func simplifiedChinese() {
    let texts = TodoTexts.simplifiedChinese
    #expect(texts.listTitle == "VIPER TODO")
    #expect(texts.sections == ["未知", "今天", "明天", "本周晚些时候", "下周"])
    #expect(texts.noContent == "没有待办事项")
    #expect(texts.nothingToUndo == "没有可撤销的操作")
    #expect(texts.addTitle == "添加")
    #expect(texts.nameIsEmpty == "名称为空")
    #expect(texts.beforeToday("2014-05-20", "2014-05-21") == "2014-05-20 已经过去;请选择今天(2014-05-21)或之后的日期")
    #expect(texts.notADay("soon") == "“soon”不是日期;请按年-月-日输入,例如 2014-05-22")
    let expected = [
      "无法读取 /a:Permission denied。文件未作任何更改;请检查其权限,或换一个位置。",
      "无法使用 /a:it is empty。文件保持原样;请修复它,或将其移走后重新开始。",
      "无法使用 /a:其格式版本为 2,而本程序最高支持 1。文件保持原样;请更新程序,或换一个位置。",
      "无法写入 /a:disk full。之前保存的内容仍在;请解决问题后重试。",
      "无法读取 /a:另一个程序正在更改它。未作任何更改;请待其完成后重试。",
      "disk full",
    ]
    #expect(failures.map { texts.problem($0) } == expected)
  }

  private let failures: [StoreFailure] = [
    .unreadable(file: "/a", reason: "Permission denied"), .invalid(file: "/a", reason: "it is empty"),
    .newer(file: "/a", version: 2, supported: 1), .unwritable(file: "/a", reason: "disk full"), .busy(file: "/a"),
    .other("disk full"),
  ]
}
