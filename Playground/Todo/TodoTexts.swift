import Language
import Services

/// Every text the app shows, in one language.
package struct TodoTexts: Texts {
  package let listTitle: String
  /// In the order of the relations.
  package let sections: [String]
  package let noContent: String
  package let nothingToUndo: String
  package let addTitle: String
  package let nameIsEmpty: String
  /// Why nothing can be typed.
  package let saving: String
  /// The day that was chosen, and today.
  package let beforeToday: @Sendable (_ day: String, _ today: String) -> String
  /// What was typed where a day should be.
  package let notADay: @Sendable (_ text: String) -> String
  /// Said before everything else: the file that keeps the list, or that there is none.
  package let keptIn: @Sendable (_ file: String?) -> String
  package let storeFailure: @Sendable (StoreFailure) -> String
  package let help: Help

  /// What can be typed, for `help` on a terminal.
  package struct Help: Sendable {
    let complete: String, delete: String, add: String, undo: String
    let name: String, due: String, save: String, cancel: String, touch: String
  }

  package static let english = TodoTexts(
    listTitle: "VIPER TODO",
    sections: ["Unknown", "Today", "Tomorrow", "Later This Week", "Next Week"],
    noContent: "no upcoming items",
    nothingToUndo: "there is nothing to undo",
    addTitle: "Add",
    nameIsEmpty: "name is empty",
    saving: "it is being saved",
    beforeToday: { day, today in "\(day) is over; choose \(today), which is today, or a later day" },
    notADay: { "'\($0)' is not a day; type one as year-month-day, such as 2014-05-22" },
    keptIn: { "data: \($0 ?? "in memory, gone when this ends")" },
    storeFailure: { "\($0)" },
    help: Help(
      complete: "marks it as done", delete: "removes it", add: "asks for something new",
      undo: "takes the last completion or deletion back", name: "what is to be done",
      due: "the day it is due: year-month-day", save: "adds it to the list, and goes back",
      cancel: "goes back; nothing is added", touch: "a touch beside the sheet: the same as cancel"))

  package static let simplifiedChinese = TodoTexts(
    listTitle: "VIPER TODO",
    sections: ["未知", "今天", "明天", "本周晚些时候", "下周"],
    noContent: "没有待办事项",
    nothingToUndo: "没有可撤销的操作",
    addTitle: "添加",
    nameIsEmpty: "名称为空",
    saving: "正在保存",
    beforeToday: { day, today in "\(day) 已经过去;请选择今天(\(today))或之后的日期" },
    notADay: { "“\($0)”不是日期;请按年-月-日输入,例如 2014-05-22" },
    keptIn: { "数据: \($0 ?? "仅在内存中,退出后不再保留")" },
    storeFailure: { failure in
      switch failure {
      case .unreadable(let file, let reason): "无法读取 \(file):\(reason)。文件未作任何更改;请检查其权限,或换一个位置。"
      case .invalid(let file, let reason, let copy):
        "无法使用 \(file):\(reason)。文件保持原样\(copy.map { ",并已备份到 \($0)" } ?? "");请修复它,或将其移走后重新开始。"
      case .newer(let file, let version, let supported):
        "无法使用 \(file):其格式版本为 \(version),而本程序最高支持 \(supported)。文件保持原样;请更新程序,或换一个位置。"
      case .unwritable(let file, let reason): "无法写入 \(file):\(reason)。之前保存的内容仍在;请解决问题后重试。"
      case .inUse(let file): "无法写入 \(file):另一个程序正在使用它。未作任何更改;请关闭该程序后重试,或换一个位置。"
      case .busy(let file): "无法读取 \(file):另一个程序正在更改它。未作任何更改;请待其完成后重试。"
      case .unavailable(let library, let reason): "无法打开此存储所需的库 \(library):\(reason)。请安装 SQLite,或选择另一种存储。"
      case .other(let reason): reason
      }
    },
    help: Help(
      complete: "标记为已完成", delete: "删除", add: "新建待办事项", undo: "撤销上一次完成或删除", name: "要做的事",
      due: "到期日:年-月-日", save: "加入列表并返回", cancel: "返回,不添加任何内容", touch: "触碰表单以外:与 cancel 相同"))
}
