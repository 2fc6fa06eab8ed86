import Foundation
import Language
import Services
import Signals
import VIPER

/// Builds the modules; the only place that knows all layers. A module without a presenter has a view and a router.
@MainActor package struct SearchModules {
  private let service: PictureService
  /// Shared by Search and Results.
  private let data: SearchDataManager
  private let files: any FileSystem, folder: URL
  private let views: SearchViews

  /// Downloads pictures to `folder` on the disk `files`.
  package init(_ service: PictureService, files: any FileSystem, folder: URL, views: SearchViews = .console) {
    (self.service, self.files, self.folder, self.views) = (service, files, folder, views)
    data = SearchDataManager(service)
  }

  package var all: [Module] {
    [
      Module(.search, opens: .results, .details, .message, .setting, .about) { [data, views] router, _ in
        let interactor = SearchInteractor(data)
        return Assembly(SearchPresenter(interactor, router), interactor: interactor, view: views.search)
      },
      Module(.results, opens: .details) { [data, views] router, found in
        let interactor = SearchInteractor(data)
        return Assembly(ResultsPresenter(interactor, found, router), interactor: interactor, view: views.results)
      },
      // One picture, with an embedded module for the download.
      Module(.details, opens: .download) { [views] router, input in
        router.embed(.download, with: input).start().stored(in: router.alive)
        return Assembly(view: views.details(input, Command(back: router), SearchTexts.of(router.environment.locale)))
      },
      Module(.download) { [service, files, folder, views] router, input in
        let interactor = DownloadInteractor(service, files: files, folder: folder, id: router.environment.id)
        return Assembly(DownloadPresenter(interactor, input, router), interactor: interactor, view: views.download)
      },
      Module(.message) { [views] router, _ in
        let texts = SearchTexts.of(router.environment.locale)
        return Assembly(view: views.message(Command(finishing: router, with: texts.returned), texts))
      },
      // Two tabs, each selected by its name.
      Module(.setting, opens: .timer, .language) { [views] router, _ in
        for tab in [Route.timer, .language] { router.tab(tab).start().stored(in: router.alive) }
        return Assembly(view: views.setting(SettingTabs(router)))
      },
      Module(.timer) { [views] router, _ in Assembly(TimerPresenter(router), view: views.timer) },
      Module(.language) { [views] router, _ in
        Assembly(view: views.language(SearchTexts.of(router.environment.locale)))
      },
      Module(.about, opens: .message) { [views] router, _ in
        let screen = AboutScreen(router)
        return Assembly(view: views.about(screen), others: [screen])
      },
    ]
  }
}
