import Foundation
import REPL
import Services
import Signals
import VIPER

// An app with the settings of a new Xcode project: code is on the main actor by default, and nonisolated async functions stay
// on the caller's actor. It compiles without a warning.

nonisolated struct Note: Codable, Identifiable, Hashable {
  let id: UUID
  var text: String
}

nonisolated extension Route<Void, Never> {
  static var notes: Self { Route("notes") }
}

nonisolated extension Route<Note, Bool> {
  static var note: Self { Route("note", style: .modal) }
}

nonisolated struct NotesInteractor {
  let store: any Store<Note>

  var notes: Signal<[Note], StoreFailure> { store.observe(Query()) }

  func save(_ note: Note) -> Signal<Void, StoreFailure> { store.save(note) }

  func length(of note: Note) async -> Int { note.text.count }
}

final class NotesPresenter: Presenter {
  let draft = MutableProperty("")
  let notes: Property<[Note]>
  let add: Command<Void, Void, StoreFailure>
  let measure: Command<Note, Int, Never>
  let open: Command<Note, Bool, RouteError>
  private(set) var isShown = false

  init(_ interactor: NotesInteractor, _ router: Router<Never>) {
    let draft = draft
    notes = Property(
      initial: [], then: router.resultsWhileFocused(interactor.notes).compactMap { try? $0.get() })
    add = Command(unless: draft.map { $0.isEmpty ? "there is no text" : nil }) {
      interactor.save(Note(id: UUID(), text: draft.value))
    }
    measure = Command { note in Signal { await interactor.length(of: note) } }
    open = Command { router.present(.note, with: $0) }
  }

  func willGainFocus() { isShown = true }
}

extension ConsoleView {
  convenience init(_ presenter: NotesPresenter) {
    self.init(
      .title("Notes"), .field("draft", presenter.draft),
      .list("notes", presenter.notes, line: \.text, .row("open", presenter.open)), .button("add", presenter.add))
  }
}

func modules(_ store: any Store<Note>) -> [Module] {
  [
    Module(.notes, opens: .note) { router, _ in
      let interactor = NotesInteractor(store: store)
      return Assembly(NotesPresenter(interactor, router), view: ConsoleView.init)
    },
    Module(.note) { router, note in
      Assembly(view: ConsoleView(.title(note.text), .button("ok", Command(finishing: router, with: true))))
    },
  ]
}

let app = ConsoleApp("notes", home: "notes") { session in
  try Navigator(stage: session.console, environment: session.environment, modules: modules(MemoryStore()))
}

final class Watcher {
  private let bag = DisposeBag()
  private(set) var last = 0

  func watch(_ numbers: some PropertyProtocol<Int>) {
    numbers.bind(to: self) { $0.last = $1 }.stored(in: bag)
    numbers.changes.observeValues { print($0) }.stored(in: bag)
  }

  func all(of numbers: Signal<Int, Never>) async {
    for await number in numbers.values() { last = number }
  }
}
