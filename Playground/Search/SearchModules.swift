import Foundation
import REPL
import Services
import VIPER

/// The builders: the only place where the layers meet.
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
    self.service = service
    data = SearchDataManager(service)
    self.files = files
    self.folder = folder
  }

  /// All of them, for a navigator.
  package var all: [Module] { [search, results, details, download, message, setting, timer, language, about] }

  private func help<Output>(_ router: Router<Output>) -> SearchTexts.Help {
    SearchTexts.of(router.environment.locale).help
  }

  private var search: Module {
    Module(.search, opens: .results, .details, .message, .setting, .about) { [data] router, _ in
      let interactor = SearchInteractor(data)
      let presenter = SearchPresenter(interactor, router: router)
      return Assembly(
        view: ConsoleView(presenter, help: help(router)), presenter: presenter,
        interactor: interactor)
    }
  }

  private var results: Module {
    Module(.results, opens: .details) { [data] router, found in
      let interactor = ResultsInteractor(data)
      let presenter = ResultsPresenter(interactor, found: found, router: router)
      return Assembly(
        view: ConsoleView(presenter, help: help(router)), presenter: presenter,
        interactor: interactor)
    }
  }

  private var details: Module {
    Module(.details, opens: .download) { router, input in
      let presenter = DetailsPresenter(input, router: router)
      return Assembly(view: ConsoleView(presenter), presenter: presenter)
    }
  }

  private var download: Module {
    Module(.download) { [service, files, folder] router, input in
      let interactor = DownloadInteractor(service, files: files, folder: folder, id: router.environment.id)
      let presenter = DownloadPresenter(interactor, input: input, router: router)
      return Assembly(view: ConsoleView(presenter, help: help(router)), presenter: presenter, interactor: interactor)
    }
  }

  private var message: Module {
    Module(.message) { router, _ in
      let presenter = MessagePresenter(router)
      return Assembly(view: ConsoleView(presenter, help: help(router)), presenter: presenter)
    }
  }

  private var setting: Module {
    Module(.setting, opens: .timer, .language) { router, _ in
      let presenter = SettingPresenter(router)
      return Assembly(
        view: ConsoleView(presenter, help: help(router)), presenter: presenter)
    }
  }

  private var timer: Module {
    Module(.timer) { router, _ in
      let presenter = TimerPresenter(router)
      return Assembly(view: ConsoleView(presenter, help: help(router)), presenter: presenter)
    }
  }

  private var language: Module {
    Module(.language) { router, _ in
      Assembly(view: ConsoleView(language: SearchTexts.of(router.environment.locale).language))
    }
  }

  private var about: Module {
    Module(.about, opens: .message) { router, _ in
      let screen = AboutScreen(router)
      return Assembly(view: screen.view, others: [screen])
    }
  }
}
