import REPL
import Signals

extension ConsoleView {
  convenience init(_ presenter: DownloadPresenter) {
    let texts = presenter.texts
    self.init(
      .progress(presenter.progress),
      .label("", presenter.status),
      .busy(presenter.download.isExecuting),
      .button("download", presenter.download, help: texts.download),
      .cancel(presenter.download, help: texts.cancelDownload),
      .alert("", presenter.problems))
  }
}
