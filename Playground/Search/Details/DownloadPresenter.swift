import Signals
import VIPER

/// Downloads a picture, and shows how far it is.
@MainActor package final class DownloadPresenter: Presenter {
  package let download: Command<Void, DownloadStep, DownloadFailure>
  /// How much of how much is there, in bytes, while a download is under way.
  package let progress: Property<DownloadProgress?>
  /// What became of it.
  package let status: Property<String>
  /// Why there is no file.
  package let problems: Signal<String, Never>

  package init(_ interactor: some DownloadInteracting, input: DetailsInput, router: Router<Never>) {
    let texts = SearchTexts.of(router.environment.locale)
    let download = Command<Void, DownloadStep, DownloadFailure> { interactor.download(input.usrid) }
      .traced("download", by: router)
    self.download = download
    let isExecuting = download.isExecuting, begun = isExecuting.changes.filter { $0 }
    let step = Property<DownloadStep?>(
      initial: nil, then: download.values.map(Optional.some).merge(with: begun.map { _ in nil }))
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

/// How much of something is there.
package struct DownloadProgress: Hashable, Sendable {
  package let count: Int
  package let total: Int

  package init(count: Int, total: Int) {
    self.count = count
    self.total = total
  }
}
