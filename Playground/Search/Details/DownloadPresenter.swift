import Signals
import VIPER

/// How much of something is there, in bytes.
package struct DownloadProgress: Hashable, Sendable {
  package let count: Int, total: Int

  package init(count: Int, total: Int) { (self.count, self.total) = (count, total) }
}

/// Downloads a picture, and shows how far it is.
@MainActor package final class DownloadPresenter: Presenter {
  package let texts: SearchTexts
  package let download: Command<Void, DownloadStep, DownloadFailure>
  /// Nil while no download is under way.
  package let progress: Property<DownloadProgress?>
  /// Where the picture was saved.
  package let status: Property<String>
  package let problems: Signal<String, Never>

  package init(_ interactor: DownloadInteractor, _ input: DetailsInput, _ router: Router<Never>) {
    let texts = SearchTexts.of(router.environment.locale)
    self.texts = texts
    download = Command { interactor.download(input.usrid) }.traced("download", by: router)
    let isExecuting = download.isExecuting, begun = isExecuting.changes.filter { $0 }
    let step = Property(initial: nil, then: download.values.map(Optional.some).merge(with: begun.map { _ in nil }))
    progress = step.combine(isExecuting) { step, isExecuting in
      guard isExecuting, case .received(let count, let total)? = step else { return nil }
      return DownloadProgress(count: count, total: total)
    }
    status = step.combine(isExecuting) { step, isExecuting in
      guard !isExecuting, case .saved(let path)? = step else { return "" }
      return texts.saved(path)
    }
    problems = download.failures.map(texts.downloadFailure)
  }
}
