import Language

/// The texts of the app.
package struct TodoTexts: Texts {
  private let text: Language

  package init(_ language: Language) { text = language }

  package var listTitle: String { "VIPER TODO" }
  package func section(_ relation: DueRelation) -> String {
    switch relation {
    case .outOfRange: text("Unknown", "未知")
    case .today: text("Today", "今天")
    case .tomorrow: text("Tomorrow", "明天")
    case .laterThisWeek: text("Later This Week", "本周晚些时候")
    case .nextWeek: text("Next Week", "下周")
    }
  }
  package var noContent: String { text("no upcoming items", "没有待办事项") }
  package var changing: String { text("the last change is not stored yet", "上一次更改尚未保存") }
  package var nothingToUndo: String { text("there is nothing to undo", "没有可撤销的操作") }
  package var addTitle: String { text("Add", "添加") }
  package var nameIsEmpty: String { text("name is empty", "名称为空") }
  package var saving: String { text("the item is being saved", "正在保存") }

  package func beforeToday(_ day: String, _ today: String) -> String {
    text(
      "\(day) is in the past; choose today (\(today)) or later", "\(day) 已经过去;请选择今天(\(today))或之后的日期")
  }
  package func notADay(_ typed: String) -> String {
    text(
      "'\(typed)' is not a day; type one as year-month-day, such as 2014-05-22",
      "“\(typed)”不是日期;请按年-月-日输入,例如 2014-05-22")
  }
  /// Names the file of the list, or says that there is none.
  package func keptIn(_ file: String?) -> String {
    text("data: \(file ?? "in memory only, lost at the end")", "数据: \(file ?? "仅在内存中,退出后不再保留")")
  }

  // The titles of buttons.
  package var saveTitle: String { text("Save", "保存") }
  package var cancelTitle: String { text("Cancel", "取消") }
  package var undoTitle: String { text("Undo", "撤销") }
  package var completeTitle: String { text("Done", "完成") }
  package var deleteTitle: String { text("Delete", "删除") }

  // The texts of `help`.
  var complete: String { text("marks it as done", "标记为已完成") }
  var delete: String { text("removes it", "删除") }
  var add: String { text("opens the form for a new item", "新建待办事项") }
  var undo: String { text("undoes the last completion or deletion", "撤销上一次完成或删除") }
  var name: String { text("the name of the item", "要做的事") }
  var due: String { text("the day it is due: year-month-day", "到期日:年-月-日") }
  var save: String { text("adds it to the list, and goes back", "加入列表并返回") }
  var cancel: String { text("goes back; nothing is added", "返回,不添加任何内容") }
  var touch: String { text("a touch outside the sheet: the same as cancel", "触碰表单以外:与 cancel 相同") }

  package func problem(_ failure: StoreProblem) -> String { text.text(failure) }
  package func problem(_ failure: ListFailure) -> String {
    switch failure {
    case .gone: text("the item is no longer in the list; nothing was changed", "它已不在列表中;未作任何更改")
    case .store(let failure): problem(failure)
    }
  }

}
