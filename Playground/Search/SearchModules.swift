import Foundation
import REPL
import Services
import Signals
import VIPER

/// The builders: the only place where the layers meet. Each layer is optional: where a view and a router are enough, a module
/// has no more.
@MainActor package struct SearchModules {
  private let service: PictureService
  /// Shared by Search and Results.
  private let data: SearchDataManager
  private let files: any FileSystem
  private let folder: URL

  /// - Parameters:
  ///   - files: the disk that pictures are downloaded to.
  ///   - folder: where they go.
  package init(_ service: PictureService, files: any FileSystem, folder: URL) {
    (self.service, self.files, self.folder, data) = (service, files, folder, SearchDataManager(service))
  }

  package var all: [Module] { [search, results, details, download, message, about] + setting }

  private var search: Module {
    Module(.search, opens: .results, .details, .message, .setting, .about) { [data] router, _ in
      let interactor = SearchInteractor(data)
      return Assembly(SearchPresenter(interactor, router), interactor: interactor, view: ConsoleView.init)
    }
  }

  private var results: Module {
    Module(.results, opens: .details) { [data] router, found in
      let interactor = ResultsInteractor(data)
      return Assembly(ResultsPresenter(interactor, found, router), interactor: interactor, view: ConsoleView.init)
    }
  }

  /// One picture; the download is a module of its own, embedded here.
  private var details: Module {
    Module(.details, opens: .download) { router, input in
      router.embed(.download, with: input).start().stored(in: router.alive)
      let title = SearchTexts.of(router.environment.locale).detailsTitle
      return Assembly(view: ConsoleView(.title(title), .label("usrid", input.usrid), .back(router.back)))
    }
  }

  private var download: Module {
    Module(.download) { [service, files, folder] router, input in
      let interactor = DownloadInteractor(service, files: files, folder: folder, id: router.environment.id)
      return Assembly(DownloadPresenter(interactor, input, router), interactor: interactor, view: ConsoleView.init)
    }
  }

  private var message: Module {
    Module(.message) { router, _ in
      let texts = SearchTexts.of(router.environment.locale), cancel = Command(finishing: router, with: texts.returned)
      return Assembly(
        view: ConsoleView(.title(texts.messageTitle), .button("cancel", cancel, help: texts.cancelMessage)))
    }
  }

  private var setting: [Module] {
    [
      Module(.setting, opens: .timer, .language) { router, _ in
        Assembly(SettingPresenter(router), view: ConsoleView.init)
      },
      Module(.timer) { router, _ in Assembly(TimerPresenter(router), view: ConsoleView.init) },
      Module(.language) { router, _ in
        Assembly(view: ConsoleView(.label("", SearchTexts.of(router.environment.locale).language)))
      },
    ]
  }

  private var about: Module {
    Module(.about, opens: .message) { router, _ in
      let screen = AboutScreen(router)
      return Assembly(view: screen.view, others: [screen])
    }
  }
}
