import Foundation
import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

extension Route<Int, Never> {
  fileprivate static var book: Self { Route("book", path: "books/:id").linked(on: .books) }
}
extension Route<Void, Never> { fileprivate static var books: Self { Route("books").linked(on: .home) } }

/// The links from outside that an app accepts, and the screens below those that they name.
@MainActor @Suite struct LinkRulesTests {
  private static let rules = LinkRules(hosts: ["books.example.com", "localhost:8080"], schemes: ["mybooks"])

  private func navigator(_ rules: LinkRules = rules) throws(RouteError) -> Navigator {
    try Navigator(
      stage: AnsweringStage { _ in .empty }, environment: .fixed(on: VirtualTimeScheduler()),
      modules: [
        Module(.home, opens: .books) { _, _ in Assembly() }, Module(.books, opens: .book) { _, _ in Assembly() },
        Module(.book) { _, _ in Assembly() },
      ], links: rules)
  }

  @Test(arguments: [
    "/books/7", "books/7", "https://books.example.com/books/7", "http://localhost:8080/books/7#top",
    "mybooks://books/7",
    "MyBooks:/books/7",
  ]) func anAddressOfTheAppLeavesThePath(link: String) throws {
    #expect(try navigator().links.parse(link) == [Route.book.destination(with: 7)])
  }

  private nonisolated static let foreign = [
    ("https://example.com/books", "host 'example.com'", "'books.example.com', 'localhost:8080'"),
    ("https://localhost/books", "host 'localhost'", "'books.example.com', 'localhost:8080'"),
    ("https://mine@books.example.com/books", "host 'mine@books.example.com'", "'books.example.com', 'localhost:8080'"),
    ("https:/books", "scheme 'https'", "'mybooks'"), ("other://books", "scheme 'other'", "'mybooks'"),
  ]

  @Test(arguments: foreign) func anotherAddressIsRefusedByName(link: String, part: String, own: String) throws {
    let links = try navigator().links
    let refusal = """
      the link's \(part) is not one of this app's (\(own)); add it to the navigator's `links:`, or open the path alone
      """
    #expect(problem { _ = try links.parse(link) } == refusal)
  }

  @Test func withoutRulesOnlyPathsAreAccepted() throws {
    let links = try navigator(LinkRules()).links
    #expect(
      problem { _ = try links.parse("mybooks://books") } == """
        the link's scheme 'mybooks' is not one of this app's (it has none); add it to the navigator's `links:`, or open \
        the path alone
        """)
  }

  @Test func unknownParametersAreIgnoredAndReadable() throws {
    let links = try navigator().links, link = "/home;ref=a/books/7?utm_source=mail&utm_source=x&id"
    #expect(problem { _ = try links.parse(link) } == "the link gives 'id' of 'book' twice; give it once")
    let read = "/home;ref=a/books/7?utm_source=mail&utm_source=x&gclid"
    #expect(try links.parse(read) == [Route.home.destination, Route.book.destination(with: 7)])
    #expect(
      try links.unknownParameters(of: read) == [
        URLQueryItem(name: "ref", value: "a"), URLQueryItem(name: "utm_source", value: "mail"),
        URLQueryItem(name: "utm_source", value: "x"), URLQueryItem(name: "gclid", value: ""),
      ])
  }

  @Test func unknownParametersCanBeRefused() throws {
    let links = try navigator(LinkRules(refusesUnknownParameters: true)).links
    let problems = ["/home?ref=a", "/books/7?idd=8", "/books/7"].map { link in problem { _ = try links.parse(link) } }
    #expect(
      problems == [
        "'home' has no parameter 'ref'; it takes none", "'book' has no parameter 'idd'; it takes 'value'", nil,
      ])
  }

  @Test func aLinkOpensTheScreensBelowOnceDeclared() throws {
    let navigator = try navigator()
    navigator.open("/books/7").start()
    #expect(navigator.address == "home#1/books#2/book#3")
    navigator.open("/books").start()
    #expect(navigator.address == "home#1/books#2")
    navigator.router.open("/books/8").start()
    #expect(navigator.address == "home#1/books#2/book#4")
  }

  @Test func aScreenBelowThatIsNotDeclaredOrMissingOrItselfIsFoundWhenTheAppStarts() {
    let alone = Route<Void, Never>("alone").linked(on: .home)
    func linked(_ name: String, on other: String) -> Route<Void, Never> {
      Route(name).linked(on: Route<Void, Never>(other))
    }
    let first = linked("first", on: "second"), second = linked("second", on: "first")
    let apps = [
      [Module(.home) { _, _ in Assembly() }, Module(alone) { _, _ in Assembly() }],
      [Module(alone, fromAnywhere: true) { _, _ in Assembly() }],
      [Module(first, opens: second) { _, _ in Assembly() }, Module(second, opens: first) { _, _ in Assembly() }],
    ]
    #expect(
      apps.map { modules in problem { _ = try Navigator(modules) } } == [
        "'home' does not declare that it opens 'alone'; add 'alone' to its `opens:`, or declare 'alone' `fromAnywhere:`",
        "there is no module for 'home'; add one to the navigator's modules",
        "'first' is linked on itself, through 'second'; take one `linked(on:)` out",
      ])
  }
}
