import REPL

extension ConsoleTexts {
  /// The console's messages in simplified Chinese.
  static var simplifiedChinese: ConsoleTexts {
    var texts = ConsoleTexts.english
    texts.hint = "help 列出当前界面可用的命令,:help 列出任何界面都可用的命令;quit 退出"
    texts.wayOut = "输入 quit 或按 Ctrl-D 退出"
    texts.disabled = { command, reason in "\(command) 不可用\(reason.map { ":\($0)" } ?? "")" }
    texts.busy = { "\($0) 正在进行" }
    texts.unknownCommand = { name, screen, nearest in
      let place = screen.map { "\($0) 中没有" } ?? "尚未打开任何界面,没有"
      return "\(place)命令“\(name)”;" + (nearest.map { "是否要输入“\($0)”?" } ?? "help 可列出命令")
    }
    texts.leftOver = { command, text in "\(command) 之后不需要输入内容;多出了“\(text)”" }
    texts.refused = { field, text, value in "\(field) 不能是“\(text)”;仍为“\(value)”" }
    texts.noRows = { command, list in "\(command):\(list) 中没有内容" }
    texts.noSuchRow = { command, text, list, count in
      let problem = text.isEmpty ? "需要行号或该行文字" : "不能接受“\(text)”"
      return "\(command) \(problem);\(list) \(count == 1 ? "只有第 1 行" : "有第 1 至 \(count) 行")"
    }
    texts.severalRows = { "\($0):有 \($2) 行以“\($1)”开头;请多输入一些文字,或输入行号" }
    texts.changesField = { "更改 \($0)" }
    texts.rowsNow = { list, count in
      count == 0 ? "\(list) 中没有内容" : "\(list) \(count == 1 ? "只有第 1 行" : "有第 1 至 \(count) 行")"
    }
    texts.noCommands = "这里没有命令;:help 可列出会话的命令"
    texts.cancelled = "已取消"
    texts.nothingToCancel = "没有正在进行的操作"
    texts.goesBack = "返回上一个界面"
    texts.elapsed = { "\($0) 秒" }
    (texts.textToType, texts.rowToType) = ("文本", "行号")
    return texts
  }
}
