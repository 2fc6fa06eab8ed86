import Services

/// A failure of a store, for the layers that only explain it to users.
package struct StoreProblem: Error, Hashable {
  fileprivate let failure: StoreFailure

  package init(_ failure: StoreFailure) { self.failure = failure }
}

extension Language {
  /// Explains a store's failure to users.
  package func text(_ problem: StoreProblem) -> String { text(problem.failure) }

  /// Explains a store's failure to users.
  package func text(_ failure: StoreFailure) -> String { self(failure.description, Self.chinese(failure)) }

  private static func chinese(_ failure: StoreFailure) -> String {
    switch failure {
    case .unreadable(let file, let reason): "无法读取 \(file):\(reason)。文件未作任何更改;请检查其权限,或换一个位置。"
    case .invalid(let file, let reason): "无法使用 \(file):\(reason)。文件保持原样;请修复它,或将其移走后重新开始。"
    case .newer(let file, let version, let supported):
      "无法使用 \(file):其格式版本为 \(version),而本程序最高支持 \(supported)。文件保持原样;请更新程序,或换一个位置。"
    case .unwritable(let file, let reason): "无法写入 \(file):\(reason)。之前保存的内容仍在;请解决问题后重试。"
    case .inUse(let file): "无法写入 \(file):本程序或另一个程序的另一个存储正在使用它。未作任何更改;请让一个程序用一个存储写入,然后重试。"
    case .busy(let file): "无法读取 \(file):本程序或另一个程序的另一个存储正在更改它。未作任何更改;请待其完成后重试。"
    case .unavailable(let library, let reason): "无法打开此存储所需的库 \(library):\(reason)。请安装 SQLite,或选择另一种存储。"
    case .other(let reason): reason
    }
  }
}
