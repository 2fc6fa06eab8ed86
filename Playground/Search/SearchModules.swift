import Foundation
import Language
import REPL
import Services
import Signals
import VIPER

/// Builds the modules; the only place that knows all layers. A module without a presenter has a view and a router.
@MainActor package struct SearchModules {
  private let service: PictureService
  /// Shared by Search and Results.
  private let data: SearchDataManager
  private let files: any FileSystem, folder: URL

  /// Downloads pictures to `folder` on the disk `files`.
  package init(_ service: PictureService, files: any FileSystem, folder: URL) {
    (self.service, self.files, self.folder, data) = (service, files, folder, SearchDataManager(service))
  }

  package var all: [Module] {
    [
      Module(.search, opens: .results, .details, .message, .setting, .about) { [data] router, _ in
        let interactor = SearchInteractor(data)
        return Assembly(SearchPresenter(interactor, router), interactor: interactor, view: ConsoleView.init)
      },
      Module(.results, opens: .details) { [data] router, found in
        let interactor = SearchInteractor(data)
        return Assembly(ResultsPresenter(interactor, found, router), interactor: interactor, view: ConsoleView.init)
      },
      // One picture, with an embedded module for the download.
      Module(.details, opens: .download) { router, input in
        router.embed(.download, with: input).start().stored(in: router.alive)
        let title = SearchTexts.of(router.environment.locale).detailsTitle
        return Assembly(view: ConsoleView(.title(title), .label("usrid", input.usrid), .back(router.back)))
      },
      Module(.download) { [service, files, folder] router, input in
        let interactor = DownloadInteractor(service, files: files, folder: folder, id: router.environment.id)
        return Assembly(DownloadPresenter(interactor, input, router), interactor: interactor, view: ConsoleView.init)
      },
      Module(.message) { router, _ in
        let texts = SearchTexts.of(router.environment.locale), cancel = Command(finishing: router, with: texts.returned)
        return Assembly(
          view: ConsoleView(.title(texts.messageTitle), .button("cancel", cancel, help: texts.cancelMessage)))
      },
      // Two tabs, each selected by its name.
      Module(.setting, opens: .timer, .language) { router, _ in
        for tab in [Route.timer, .language] { router.tab(tab).start().stored(in: router.alive) }
        let texts = SearchTexts.of(router.environment.locale), spoken = Language.of(router.environment.locale)
        let timer = Command { router.select(.timer) }, language = Command { router.select(.language) }
        return Assembly(
          view: ConsoleView(
            .title(texts.settingTitle), .button("timer", timer, help: texts.showTimer),
            .button("language", language, help: texts.showLanguage), .back(router.back),
            .alert("", timer.failures.merge(with: language.failures).map(spoken.text))))
      },
      Module(.timer) { router, _ in Assembly(TimerPresenter(router), view: ConsoleView.init) },
      Module(.language) { router, _ in
        Assembly(view: ConsoleView(.label("", SearchTexts.of(router.environment.locale).language)))
      },
      Module(.about, opens: .message) { router, _ in
        let screen = AboutScreen(router)
        return Assembly(view: screen.view, others: [screen])
      },
    ]
  }
}
