extension SearchTexts {
  package static let english = SearchTexts(
    searchTitle: "Search",
    mainIsEmpty: "the main category is empty",
    secondIsEmpty: "the second category is empty",
    alertTitle: "Connect Error!",
    searchFailed: "network disconnected.",
    alertButton: "OK",
    nothingToCancel: "nothing is under way",
    resultsTitle: "Results",
    noPictures: "no pictures",
    noMorePictures: "there are no more pictures",
    refreshing: "the list is being refreshed",
    detailsTitle: "Details",
    saved: { "saved as \($0)" },
    downloadFailure: { failure in
      switch failure {
      case .noAnswer: "the picture did not come. Nothing was saved; try again."
      case .unwritable(let path, let reason):
        "cannot write \(path): \(reason). Nothing was saved; make room, and try again."
      }
    },
    addedLabel: "added",
    messageTitle: "Message",
    returned: "我是返回数据",
    returnedLabel: "returned",
    eventLabel: "event",
    event: { "\($0) \($1)" },
    settingTitle: "Setting",
    timer: { "the timer is \(name($0)), ticks: \($1)" },
    timerIs: { "the timer is \(name($0))" },
    language: "The language is English.",
    aboutTitle: "About",
    about: "This screen has no layers; it lives beside those that have.")

  private static func name(_ state: TimerPresenter.State) -> String {
    switch state {
    case .stopped: "stopped"
    case .running: "running"
    case .paused: "paused"
    }
  }
}
