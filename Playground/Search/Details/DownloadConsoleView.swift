import REPL

extension ConsoleView {
  /// A bar while the amount is known.
  convenience init(_ presenter: DownloadPresenter) {
    let texts = presenter.texts
    self.init(
      .progress(presenter.progress.map { $0?.bar ?? "" }),
      .label("", presenter.status),
      .busy(presenter.download.isExecuting),
      .button("download", presenter.download, help: texts.download),
      .cancel(presenter.download, help: texts.cancelDownload),
      .alert("", presenter.problems))
  }
}

extension DownloadProgress {
  /// `[#####---------------]  25% 1000/4000`.
  package var bar: String {
    let share = total > 0 ? min(Double(count) / Double(total), 1) : 1
    let full = Int(share * 20), percent = "\(Int(share * 100))"
    return "[" + String(repeating: "#", count: full) + String(repeating: "-", count: 20 - full) + "] "
      + String(repeating: " ", count: max(3 - percent.count, 0)) + "\(percent)% \(count)/\(total)"
  }
}
