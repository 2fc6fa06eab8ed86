import Signals
import VIPER

/// Shows which picture it is; the download is a module of its own, embedded here.
@MainActor package final class DetailsPresenter: Presenter {
  package let title: Property<String>
  package let usrid: Property<String>
  package let back: Command<Void, Void, RouteError>

  private let input: DetailsInput
  private let router: Router<Never>

  package init(_ input: DetailsInput, router: Router<Never>) {
    self.input = input
    self.router = router
    title = Property(constant: SearchTexts.of(router.environment.locale).detailsTitle)
    usrid = Property(constant: input.usrid)
    back = router.back
  }

  package func loaded() { router.embed(.download, with: input).start().stored(in: router.alive) }
}
