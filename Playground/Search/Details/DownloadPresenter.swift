import Language
import Signals
import VIPER

/// Downloads a picture and shows the progress.
@MainActor package final class DownloadPresenter: Presenter {
  package let texts: SearchTexts
  package let download: Command<Void, DownloadStep, DownloadFailure>
  /// The progress in bytes; nil while no download runs.
  package let progress: Property<(count: Int, total: Int)?>
  /// The path of the saved picture.
  package let status: Property<String>
  package let problems: Signal<String, Never>

  package init(_ interactor: DownloadInteractor, _ input: DetailsInput, _ router: Router<Never>) {
    let texts = SearchTexts.of(router.environment.locale)
    self.texts = texts
    download = Command { interactor.download(input.usrid) }.traced("download", by: router)
    let isExecuting = download.isExecuting, begun = isExecuting.changes.filter { $0 }
    let step = Property(initial: nil, then: Signal.merge(download.values.map(Optional.some), begun.map { _ in nil }))
    progress = Property.combineLatest(step, isExecuting) { step, isExecuting in
      if isExecuting, case .received(let count, let total)? = step { (count, total) } else { nil }
    }
    status = Property.combineLatest(step, isExecuting) { step, isExecuting in
      if !isExecuting, case .saved(let path)? = step { texts.saved(path) } else { "" }
    }
    problems = download.failures.map(texts.downloadFailure)
  }
}
