/// The mistakes that are planted, one at a time: each shows something wrong to a user, or leaks. An edit changes no name that another
/// module uses: only its own is compiled anew.
enum PlantedBugs {
  static let all = todo + login + search

  /// Those that exploring does not find with the ways that the test gives it, or shows with more than six commands.
  private static let missed = ["an undo that is typed before the last change is stored does nothing"]

  static let found = all.filter { !missed.contains($0.mistake) }

  /// Two that few ways find.
  static let soonFound = login.filter {
    ["the password is shown", "a login that fails stays busy"].contains($0.mistake)
  }

  private static let todo = [
    PlantedBug(
      "Todo", "Add/AddPresenter.swift", "the presenter is kept alive by itself",
      "save.values.bind(to: router.finish)",
      "save.values.bind(to: router.finish)\n    Self.kept.append(self)\n  }\n  private static var kept: [AddPresenter] = []\n  private func none() {"
    ),
    PlantedBug(
      "Todo", "List/ListPresenter.swift", "a deletion that fails says nothing",
      "[complete.failures, delete.failures, undo.failures]", "[complete.failures, undo.failures]"),
    PlantedBug(
      "Todo", "List/ListPresenter.swift", "a list that cannot be loaded says nothing",
      "(list.isLoading, list.problem) = (false, texts.problem(failure))",
      "_ = failure\n          list.isLoading = false"),
    PlantedBug(
      "Todo", "List/ListInteractor.swift", "a change that fails makes the item one that has gone",
      "return data.change(change(item)).mapFailure { .store(StoreProblem($0)) }.tryMap",
      "return data.change(change(item)).doFailed { _ in items.modify { $0[id] = nil } }.mapFailure { .store(StoreProblem($0)) }.tryMap"
    ),
    PlantedBug(
      "Todo", "Add/AddPresenter.swift", "a save that fails says nothing",
      "problems = Signal.merge(refused, failed)", "problems = Signal.merge(refused, failed.filter { _ in false })"),
    PlantedBug(
      "Todo", "Add/AddPresenter.swift", "a save that fails takes away what was typed",
      "interactor.add(form.value.name, due: form.value.due)",
      "interactor.add(form.value.name, due: form.value.due).doFailed { _ in form.value = Form(due: form.value.due) }"),
    PlantedBug(
      "Todo", "Add/AddConsoleView.swift", "a save that fails stays busy",
      ".busy(presenter.save.isExecuting)",
      ".busy(type(of: presenter.save.isExecuting).init(initial: false, then: Signal.merge(presenter.save.isExecuting.changes.filter { $0 }, presenter.save.values.map { _ in false })))"
    ),
    PlantedBug(
      "Todo", "Add/AddPresenter.swift", "nothing can be saved after a save that failed",
      "interactor.add(form.value.name, due: form.value.due)",
      "interactor.add(form.value.name, due: form.value.due).doFailed { _ in form.modify { $0.due = .distantPast } }"),
    PlantedBug(
      "Todo", "Add/AddPresenter.swift", "a disabled save does not say why",
      "Command(unless: name.map { $0.isBlank ? texts.nameIsEmpty : nil })",
      "Command(enabledIf: name.map { !$0.isBlank })"),
    PlantedBug(
      "Todo", "Add/AddPresenter.swift", "an item that is being saved may be saved again",
      "Command(unless: name.map { $0.isBlank ? texts.nameIsEmpty : nil })",
      "Command(unless: name.map { $0.isBlank ? texts.nameIsEmpty : nil }, policy: .concurrent)"),
    PlantedBug(
      "Todo", "List/ListInteractor.swift", "an undo that is typed before the last change is stored does nothing",
      "canUndo = history.map { $0.last?.isStored == true }", "canUndo = history.map { $0.contains { $0.isStored } }"),
    PlantedBug(
      "Todo", "List/ListPresenter.swift", "back does nothing", "back = Command(back: router)",
      "back = Command { Signal.empty }"),
    PlantedBug(
      "Todo", "Days/DayFormat.swift", "a day without its parts ends the program",
      "text.count == 10, parts.count == 3,", "text.count != 0,"),
  ]

  private static let login = [
    PlantedBug(
      "Login", "One/OnePresenter.swift", "nobody can log in after a login that failed",
      "interactor.login(user.value, password: password.value)",
      "(user.value.hasSuffix(\" \") ? .fail(.noAnswer) : interactor.login(user.value, password: password.value)).doFailed { _ in user.value += \" \" }"
    ),
    PlantedBug(
      "Login", "One/OnePresenter.swift", "a login that fails says nothing",
      "alerts = Signal.merge(login.values.map(texts.success), login.failures.map(texts.failure))",
      "alerts = login.values.map(texts.success)"),
    PlantedBug(
      "Login", "One/OneConsoleView.swift", "a login that fails stays busy",
      ".busy(presenter.login.isExecuting)",
      ".busy(type(of: presenter.login.isExecuting).init(initial: false, then: Signal.merge(presenter.login.isExecuting.changes.filter { $0 }, presenter.login.values.map { _ in false })))"
    ),
    PlantedBug(
      "Login", "One/OnePresenter.swift", "a login that fails takes away what was typed",
      "interactor.login(user.value, password: password.value)",
      "interactor.login(user.value, password: password.value).doFailed { _ in user.value = \"\" }"),
    PlantedBug(
      "Login", "One/OneConsoleView.swift", "the password is shown", "presenter.password, secret: true,",
      "presenter.password,"),
    PlantedBug(
      "Login", "One/OnePresenter.swift", "a disabled login does not say why", "Command(unless: missing)",
      "Command(enabledIf: missing.map { $0 == nil })"),
    PlantedBug(
      "Login", "LoginViews.swift", "there is no way back from the other screen",
      ", .touch(back, help: texts.touch))", ")"),
    PlantedBug(
      "Login", "One/OnePresenter.swift", "the presenter is kept alive by itself",
      "problems = jump.failures.map(Language.of(locale).text)",
      "problems = jump.failures.map(Language.of(locale).text)\n    Self.kept.append(self)\n  }\n  private static var kept: [OnePresenter] = []\n  private func none() {"
    ),
  ]

  private static let search = [
    PlantedBug(
      "Search", "Search/SearchPresenter.swift", "a search that is under way may be submitted again",
      "Command(unless: missing)", "Command(unless: missing, policy: .concurrent)"),
    PlantedBug(
      "Search", "Results/ResultsPresenter.swift", "a page of the old list comes after a refresh",
      ".observeValues { _ in more.cancel() }", ".observeValues { _ in }"),
    PlantedBug(
      "Search", "Setting/TimerPresenter.swift", "a timer goes on after its screen has closed",
      ".observeValues { _ in ticks.modify { $0 += 1 } }\n      .stored(in: router.alive)",
      ".observeValues { _ in ticks.modify { $0 += 1 } }"),
    PlantedBug(
      "Search", "Search/SearchPresenter.swift", "what is found while another screen is on top is lost",
      "router.whileFocused(unseen.signal)", "unseen.signal"),
    PlantedBug(
      "Search", "Search/SearchPresenter.swift", "a search that fails says nothing",
      "alerts = search.failures.map", "alerts = search.failures.filter { _ in false }.map"),
    PlantedBug(
      "Search", "Search/SearchPresenter.swift", "a search that fails takes away what was typed",
      "{ interactor.more(than: FoundPictures(query: query.value)) }",
      "{ [main] in interactor.more(than: FoundPictures(query: query.value)).doFailed { _ in main.value = \"\" } }"),
    PlantedBug(
      "Search", "Search/SearchPresenter.swift", "a disabled search does not say why", "Command(unless: missing)",
      "Command(enabledIf: missing.map { $0 == nil })"),
    PlantedBug(
      "Search", "Search/SearchPresenter.swift", "what the message returns is shown as a program sees it",
      "returned = Property(initial: \"\", then: message.values)",
      "returned = Property(initial: \"\", then: message.values.map { \"\\(Optional($0) as Any)\" })"),
    PlantedBug(
      "Search", "Data/FoundPictures.swift", "a page begins with the last picture of the page before",
      "let next = next + SearchDataManager.pageLength", "let next = next + SearchDataManager.pageLength - 1"),
    PlantedBug(
      "Search", "About/AboutScreen.swift", "there is no way back from a screen", "      .back(router),\n", ""),
    PlantedBug(
      "Search", "Details/DownloadPresenter.swift", "a download that fails says nothing",
      "problems = download.failures.map(texts.downloadFailure)",
      "problems = download.failures.filter { _ in false }.map(texts.downloadFailure)"),
    PlantedBug(
      "Search", "SearchViews.swift", "back does nothing",
      "help: texts.showLanguage), .back(tabs.back),",
      "help: texts.showLanguage), .back(Command<Void, Void, RouteError> { Signal.empty }),"),
    PlantedBug(
      "Search", "Search/SearchPresenter.swift", "nothing is found any more after a search that failed",
      "{ interactor.more(than: FoundPictures(query: query.value)) }",
      "{ [isOver = MutableProperty(false)] in isOver.value ? .fail(.noAnswer) : interactor.more(than: FoundPictures(query: query.value)).doFailed { _ in isOver.value = true } }"
    ),
  ]
}
