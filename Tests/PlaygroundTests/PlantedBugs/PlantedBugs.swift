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
      "Todo", "Add/AddPresenter.swift", "a save that fails twice says so once",
      "problems = Signal.merge(refused, failed)", "problems = Signal.merge(refused, failed.removeDuplicates())"),
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
    PlantedBug(
      "Todo", "List/ListInteractor.swift", "a change that is stored late forgets the later ones", commands: 10,
      "        history.modify { changes in\n          changes.firstIndex { $0.number == number }.map { changes[$0].isStored = true }\n        }",
      "        history.modify { changes in\n          changes = changes.filter { $0.number < number } + [Change(number: number, item: item, isStored: true)]\n        }"
    ),
    PlantedBug(
      "Todo", "List/ListInteractor.swift", "undo takes back the first change instead of the last", commands: 10,
      "guard let change = history.value.last, change.isStored",
      "guard let change = history.value.first, change.isStored"),
    PlantedBug(
      "Todo", "Add/AddPresenter.swift", "a blank name can be saved",
      "name.map { $0.isBlank ?",
      "name.map { $0.isEmpty ?"),
    PlantedBug(
      "Todo", "Add/AddPresenter.swift", "the sheet cannot be left after a save that failed",
      "cancel = Command(back: router)",
      "let stuck = Property<String?>(initial: nil, then: save.failures.map { _ in \"it is not saved\" })\n    cancel = Command(unless: stuck) { router.back() }"
    ),
    PlantedBug(
      "Todo", "List/ListPresenter.swift", "a row stands for another item than it shows",
      "}.map { item in\n      ListRow(\n        id: item.id,",
      "}.enumerated().map { index, item in\n      ListRow(\n        id: items[index].id,"),
    PlantedBug(
      "Todo", "List/ListPresenter.swift", "the warning stays after a good reload",
      "list = List(rows: Self.rows(items, texts, environment), isLoading: false)",
      "list = List(rows: Self.rows(items, texts, environment), isLoading: false, problem: list.problem)"),
    PlantedBug(
      "Todo", "List/ListInteractor.swift", "nothing can be undone after the sheet was open",
      "flatMap(.latest) { [self] today in",
      "flatMap(.latest) { [self] today in\n      history.value = []"),
    PlantedBug(
      "Todo", "Add/AddPresenter.swift", "a refused day changes the name",
      "form = Form(name: form.name, due: isOver ? form.due : day, refused: isOver ? day : nil)",
      "form = Form(name: isOver ? form.name + \" \" : form.name, due: isOver ? form.due : day, refused: isOver ? day : nil)"
    ),
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
    PlantedBug(
      "Login", "One/OneInteractor.swift", "the password is shown in the server message",
      "throw .refused(request.hidingSecrets(in: answer.message))",
      "_ = request\n          throw .refused(answer.message)"),
    PlantedBug(
      "Login", "One/OnePresenter.swift", "a cancelled login takes away the password",
      "interactor.login(user.value, password: password.value)",
      "{ let work = interactor.login(user.value, password: password.value).doValue { _ in password.value = \"\" }.share(); work.start().stored(in: router.alive); return work }()"
    ),
    PlantedBug(
      "Login", "One/OnePresenter.swift", "jumping forgets the password",
      "jump = Command { router.present(.two, with: texts.message) }",
      "jump = Command { password.value = \"\"; return router.present(.two, with: texts.message) }"),
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
    PlantedBug(
      "Search", "Results/ResultsPresenter.swift", "a page that was cancelled is added all the same",
      "      return interactor.more(than: before).map { after in\n        let added = before.pictures.count..<after.pictures.count\n        shown.value = Shown(found: after, added: added.isEmpty ? nil : added)\n      }",
      "      let load = interactor.more(than: before).map { after in\n        let added = before.pictures.count..<after.pictures.count\n        shown.value = Shown(found: after, added: added.isEmpty ? nil : added)\n      }.share()\n      load.start().stored(in: router.alive)\n      return load"
    ),
    PlantedBug(
      "Search", "Setting/TimerPresenter.swift", "a timer goes on after it was stopped",
      ".flatMap(.latest) { $0 == .running",
      ".flatMap(.merge) { $0 == .running"),
    PlantedBug(
      "Search", "Results/ResultsPresenter.swift", "a page that fails is skipped",
      "return interactor.more(than: before).map { after in",
      "return interactor.more(than: before).doFailed { _ in shown.modify { $0.found = FoundPictures(query: $0.found.query, pictures: $0.found.pictures, next: $0.found.next + 5) } }.map { after in"
    ),
    PlantedBug(
      "Search", "Search/SearchPresenter.swift", "leaving for the message loses the second category",
      "message = Command { router.present(.message) }",
      "message = Command { [second] in router.present(.message).doFinally { second.value = \"\" } }"),
    PlantedBug(
      "Search", "Details/DownloadPresenter.swift", "a cancelled download cannot be started again", commands: 8,
      "download = Command { interactor.download(input.usrid) }.traced(\"download\", by: router)",
      "let isOver = MutableProperty(false)\n    download = Command { isOver.value ? .fail(.noAnswer) : interactor.download(input.usrid).doFinally { isOver.value = true } }.traced(\"download\", by: router)"
    ),
  ]
}
