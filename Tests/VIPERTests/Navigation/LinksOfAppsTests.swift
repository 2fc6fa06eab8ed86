import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

private struct Search: Codable, Sendable {
  var word: String
  var page: Int?
}
extension Route<Void, Never> {
  fileprivate static var main: Self { Route("main") }
  fileprivate static var start: Self { Route("start", style: .tab) }
  fileprivate static var library: Self { Route("library", style: .tab) }
  fileprivate static var books: Self { Route("books") }
  fileprivate static var new: Self { Route("new", style: .modal, path: "books/new").linked(on: .books) }
  fileprivate static var account: Self { Route("account") }
  fileprivate static var welcome: Self { Route("welcome", style: .root) }
}
extension Route<Void, Void> { fileprivate static var login: Self { Route("login", style: .modal) } }
extension Route<Int, Never> {
  fileprivate static var book: Self { Route("book", path: "books/:id").linked(on: .books) }
  fileprivate static var reviews: Self { Route("reviews", path: "books/:id/reviews").linked(on: .book) }
}
extension Route<Search, Never> { fileprivate static var search: Self { Route("search") } }

/// Links as apps have them, each with the tree that it gives.
@MainActor @Suite struct LinksOfAppsTests {
  /// A link that is opened after others, its outcome, and the tree without numbers.
  struct Row: Sendable {
    let link: String, after: [String], outcome: String, tree: String
    init(_ link: String, after: String..., outcome: String = "done", gives tree: String) {
      (self.link, self.after, self.outcome, self.tree) = (link, after, outcome, tree)
    }
  }

  private nonisolated static let rows = [
    // Universal links.
    Row("https://books.example.com/books", gives: "books"),
    Row("https://books.example.com/books/42", gives: "books / book (push) 42"),
    Row("HTTP://BOOKS.example.com/books/42/#top", gives: "books / book (push) 42"),
    Row("https://example.com/books/42", after: "/main", outcome: foreign("host", "example.com"), gives: tabs("start")),
    // Custom schemes.
    Row("mybooks://books/42", gives: "books / book (push) 42"), Row("mybooks:///books", gives: "books"),
    Row("other://books", outcome: foreign("scheme", "other"), gives: "(nothing is open)"),
    // Campaign parameters, and parameters of our own.
    Row("https://books.example.com/books/42?utm_source=mail&utm_medium=x", gives: "books / book (push) 42"),
    Row("/search?word=cats%20%26%20dogs&gclid=1&page=2", gives: #"search {"page":2,"word":"cats & dogs"}"#),
    Row(
      "/search?word=cats&page=two", outcome: "invalid(the parameter 'page' of 'search' cannot be read as Int: two)",
      gives: "(nothing is open)"),
    Row(
      "/books/x", after: "/books/1", outcome: "invalid(the parameter 'value' of 'book' cannot be read as Int: x)",
      gives: "books / book (push) 1"),
    // A word before a parameter, parents, and a stack.
    Row("/books/new", gives: "books / new (modal)"),
    Row("/books/42/reviews", gives: "books / book (push) 42 / reviews (push) 42"),
    Row("/books/42/search?word=a", gives: #"books / book (push) 42 / search (push) {"word":"a"}"#),
    Row("/books/43", after: "/books/42/reviews", gives: "books / book (push) 43"),
    // Tabs.
    Row("/main/library", gives: tabs("library")), Row("/main/start", after: "/main/library", gives: tabs("start")),
    Row("/main/library/books/7", after: "/main", gives: "main / start (tab) / library (tab) / book (push) 7"),
    // A modal on top, and a modal as the end.
    Row("/books/42", after: "/books/42", "/books/new", gives: "books / book (push) 42"),
    Row("/books/42/account", outcome: "undeclared(from: book, to: account)", gives: "(nothing is open)"),
    Row("/books/new", after: "/books/42", gives: "books / new (modal)"),
    // Roots.
    Row("/welcome", after: "/books/42", gives: "welcome"),
    Row("/books/42", after: "/welcome", gives: "books / book (push) 42"),
    // The same link twice.
    Row("/main/library", after: "/main/library", gives: tabs("library")),
  ]

  private nonisolated static func tabs(_ selected: String) -> String { "main / start (tab) / library (tab)" }

  private nonisolated static func foreign(_ part: String, _ name: String) -> String {
    let own = part == "host" ? "books.example.com" : "mybooks"
    return
      "invalid(the link's \(part) '\(name)' is not one of this app's ('\(own)'); add it to the navigator's `links:`, "
      + "or open the path alone)"
  }

  private let stage = RecordingStage(), time = VirtualTimeScheduler()
  private let navigator: Navigator
  private let isSignedIn = MutableProperty(false)
  private let signIn: MutableProperty<Router<Void>?>

  init() throws {
    signIn = MutableProperty(nil)
    let signInGuard = Guard { [isSignedIn] _, router in
      isSignedIn.value ? .proceed : .hold(until: router.present(.login))
    }
    navigator = try Navigator(
      stage: stage, environment: .fixed(on: time),
      modules: [
        Module(.main, opens: .start, .library) { router, _ in
          router.tab(.start).start()
          router.tab(.library).start()
          return Assembly()
        },
        Module(.start) { _, _ in Assembly() }, Module(.library, opens: .book) { _, _ in Assembly() },
        Module(.books, opens: .book, .new, .account) { _, _ in Assembly() },
        Module(.new) { _, _ in Assembly() }, Module(.book, opens: .reviews, .search) { _, _ in Assembly() },
        Module(.reviews) { _, _ in Assembly() }, Module(.search) { _, _ in Assembly() },
        Module(.welcome) { _, _ in Assembly() },
        Module(.account, guard: signInGuard) { _, _ in Assembly() },
        Module(.login, fromAnywhere: true) { [signIn] router, _ in
          signIn.value = router
          return Assembly()
        },
      ], links: LinkRules(hosts: ["books.example.com"], schemes: ["mybooks"]))
  }

  /// The open modules, without numbers; the visible one comes last.
  private var tree: String {
    navigator.tree.value.description.replacing(/#\d+| \*/, with: "").replacing(/\n +/, with: " / ")
  }

  @Test(arguments: rows) func aLinkGivesItsTree(row: Row) {
    for link in row.after { navigator.open(link).start() }
    #expect(Recorder(navigator.open(row.link)).outcome == row.outcome)
    #expect(tree == row.tree)
  }

  @Test func aSelectedTabIsVisible() {
    #expect(navigator.following("/main/library") == "done: main#1/library#3")
    #expect(navigator.following("/main/start") == "done: main#1/start#2")
  }

  @Test func aGuardAsksToSignInOnTheScreenBelow() {
    let link = Recorder(navigator.open("/books/account"))
    #expect([link.outcome, tree] == ["waiting", "books / login (modal)"])
    signIn.value?.finish(()).start()
    #expect([link.outcome, tree] == ["done", "books / account (push)"])
  }

  @Test func aGuardThatTheUserLeavesEndsTheLink() {
    let link = Recorder(navigator.open("/books/account"))
    navigator.userBack().start()
    #expect([link.outcome, tree] == ["end", "books"])
  }

  @Test func aLinkDuringARestorationFollowsIt() throws {
    navigator.open("/books/42/reviews").start()
    let saved = navigator.tree.value
    stage.answer = .after(.seconds(1), time)
    let restoration = Recorder(navigator.restore(saved)), link = Recorder(navigator.open("/books/7"))
    time.run()
    #expect(link.outcome == "done")
    #expect(restoration.outcome == "without book: covered(books, by: book)")
    #expect(tree == "books / book (push) 7")
  }

  @Test func aLinkIsOneTransition() {
    navigator.open("/books/42/reviews").start()
    navigator.open("/books/new").start()
    navigator.open("/books/new").start()
    #expect(stage.kinds == [.root, .modal])
  }
}
