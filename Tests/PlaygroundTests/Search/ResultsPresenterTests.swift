import Search
import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

@MainActor @Suite struct ResultsPresenterTests {
  private let interactor = ScriptedResultsInteractor()

  private static func found(_ count: Int, isComplete: Bool = false) -> FoundPictures {
    FoundPictures(
      query: PictureQuery(main: "cats", second: "tabby"),
      pictures: (0..<count).map { Picture(title: "t\($0)", thumb: "", cover: "/\($0).svg") }, next: count,
      isComplete: isComplete)
  }

  private func host(_ count: Int = 5) throws -> PresenterHost<ResultsPresenter, Never> {
    let interactor = interactor
    return try PresenterHost(
      .results, with: Self.found(count), environment: .fixed(on: VirtualTimeScheduler()), opens: .details
    ) { router, found in ResultsPresenter(interactor, found, router) }
  }

  @Test("the screen shows its input") func beginning() throws {
    let shown = try host(2), presenter = shown.presenter
    #expect(presenter.rows.value.map(\.title) == ["t0", "t1"])
    #expect(presenter.added.value == nil)
  }

  @Test("more adds rows and delivers their indexes") func more() throws {
    let shown = try host(), presenter = shown.presenter
    interactor.more.value = .just(Self.found(8))
    presenter.more.execute()
    #expect(presenter.rows.value.count == 8 && presenter.added.value == 5..<8)
  }

  @Test("an empty page disables more, with a reason; refreshing starts over") func end() throws {
    let shown = try host(), presenter = shown.presenter
    interactor.more.value = .just(Self.found(5, isComplete: true))
    presenter.more.execute()
    #expect(!presenter.more.isEnabled.value && presenter.more.disabledReason.value == "there are no more pictures")
    #expect(presenter.added.value == nil)
    interactor.refreshed.value = .just(Self.found(3))
    presenter.refresh.execute()
    #expect(presenter.rows.value.count == 3 && presenter.more.isEnabled.value)
  }

  @Test("a failure shows an alert; the rows stay") func failure() throws {
    let shown = try host(), presenter = shown.presenter, alerts = Recorder(presenter.alerts)
    interactor.more.value = .fail(.noAnswer)
    interactor.refreshed.value = .fail(.noAnswer)
    presenter.more.execute()
    presenter.refresh.execute()
    #expect(alerts.values == ["network disconnected.", "network disconnected."])
    #expect(presenter.rows.value.count == 5)
  }

  @Test("a page that is loading during a refresh is not added to the new list") func refreshing() throws {
    let shown = try host(), presenter = shown.presenter, (page, input) = Signal<FoundPictures, SearchFailure>.pipe()
    interactor.more.value = page
    interactor.refreshed.value = .just(Self.found(3))
    presenter.more.execute()
    #expect(presenter.isLoading.value)
    presenter.refresh.execute()
    input.send(Self.found(10))
    #expect(presenter.rows.value.count == 3 && !presenter.isLoading.value)
  }

  @Test("a row opens the same details with typed input and with a link") func details() throws {
    let first = try host(), second = try host()
    first.presenter.open.execute(first.presenter.rows.value[1])
    second.presenter.follow.execute(second.presenter.rows.value[1])
    let destinations = [first, second].map { $0.navigator.tree.value.path.last?.destination }
    #expect(destinations[0] == destinations[1])
    #expect(destinations[0]?.input(of: .details) == DetailsInput(usrid: "1"))
    #expect([first, second].allSatisfy { $0.stage.kinds.last == .push })
  }
}

/// An interactor with the test's answers.
private final class ScriptedResultsInteractor: SearchInteracting {
  let more = MutableProperty<Signal<FoundPictures, SearchFailure>>(.never)
  let refreshed = MutableProperty<Signal<FoundPictures, SearchFailure>>(.never)

  func more(than found: FoundPictures) -> Signal<FoundPictures, SearchFailure> {
    found.next == 0 ? refreshed.value : more.value
  }
}
