import Signals
import SignalsTesting
import Testing
import VIPER

/// Paths of routes, read and written, and checked when the app starts.
@MainActor @Suite struct LinkPatternTests {
  private struct Post: Codable, Hashable, Sendable {
    var user: Int, slug: String
    var page: Int?
  }
  private struct Draft: Codable, Hashable, Sendable { var title: String? }
  private let users = Route<Void, Never>("userList", path: "users/all")
  private let user = Route<Int, Never>("user", path: "/users/number/:id")
  private let post = Route<Post, Never>("post", path: "posts/:user/by/:slug")
  private let home = Route<Void, Never>("home")

  private func links(_ more: Module...) throws(RouteError) -> Links {
    let modules = [
      Module(users) { _, _ in Assembly() }, Module(user) { _, _ in Assembly() }, Module(post) { _, _ in Assembly() },
      Module(home) { _, _ in Assembly() },
    ]
    return try Navigator(modules + more).links
  }

  @Test func aPathIsReadAndWritten() throws {
    let links = try links()
    let stack = [
      home.destination, users.destination, try user.destination(with: -7),
      try post.destination(with: Post(user: 3, slug: "a/b?;c", page: 2)), home.destination,
    ]
    let link = "/home/users/all/users/number/-7/posts/3/by/a%2Fb%3F%3Bc;page=2/home"
    #expect(try links.print(stack) == link)
    #expect(try links.parse(link) == stack)
    #expect(try links.parse("/posts/3/by/x?page=9").first?.input(of: post)?.page == 9)
  }

  @Test func aLinkThatDoesNotFitAndAPartThatIsEmptySayHowItIsWritten() throws {
    let draft = Route<Draft, Never>("draft", path: "drafts/:title")
    let links = try links(Module(draft) { _, _ in Assembly() })
    let unprintable = [
      try post.destination(with: Post(user: 1, slug: "")), try draft.destination(with: Draft()),
    ]
    let wrong = ["/users", "/user/7", "/users/number/x", "/posts/3;page=1/by/x", "/posts/3/by/x?user=4"]
    #expect(
      wrong.map { link in problem { _ = try links.parse(link) } }
        + unprintable.map { input in problem { _ = try links.print([input]) } } == [
          "the link is incomplete after 'users'; write 'users/all', 'users/number/:id'",
          "the path of 'user' is 'users/number/:id'; use that",
          "the parameter 'value' of 'user' cannot be read as Int: x",
          "parameters follow the whole path 'posts/:user/by/:slug', not '3'",
          "the link gives 'user' of 'post' twice; give it once",
          "the path 'posts/:user/by/:slug' of 'post' needs the parameter 'slug', and the input's text is empty; fill it, or "
            + "take ':slug' out of the path",
          "the path 'drafts/:title' of 'draft' needs the parameter 'title', and the input has none; fill it, or take "
            + "':title' out of the path",
        ])
  }

  @Test func aSegmentThatIsNoScreenGetsANearMissOrTheInputThatItIs() throws {
    let comments = Route<Post, Never>("commentList", path: "posts/:user/by/:slug/comments")
    let links = try links(
      Module(comments) { _, _ in Assembly() }, Module(Route<Post, Never>("post2")) { _, _ in Assembly() })
    let problems = [
      "/posts/1/by/x/coments": "there is no module for 'coments'; did you mean 'comments'?",
      "/home/usres/1": "there is no module for 'usres'; did you mean 'users'?",
      "/home/comments": "there is no module for 'comments'; add one to the navigator's modules",
      "/home/post2;slug=x/7":
        "there is no module for '7', and 'post2' needs the parameter 'user' (Int): post2;user=…",
      "/post2;user=1;slug=x/7": "there is no module for '7'; add one to the navigator's modules",
    ]
    for (link, text) in problems { #expect(problem { _ = try links.parse(link) } == text) }
  }

  @Test func aSemicolonEndsAPathThatWouldBeReadAsALongerOne() throws {
    let group = Route<Void, Never>("group", path: "users"), all = Route<Void, Never>("all")
    let links = try links(Module(group) { _, _ in Assembly() }, Module(all) { _, _ in Assembly() })
    let stack = [group.destination, all.destination]
    #expect(try links.parse("/users/all") == [users.destination])
    #expect(try links.print(stack) == "/users;/all")
    #expect(try links.parse("/users;/all") == stack)
  }

  @Test func pathsThatMatchTheSameLinksAreFoundWhenTheAppStarts() {
    func error<I>(_ route: Route<I, Never>) -> String? {
      problem { _ = try links(Module(route) { _, _ in Assembly() }) }
    }
    let problems = [
      error(Route<Int, Never>("other", path: "users/number/:number")),
      error(Route<Post, Never>("other", path: "others/:user/:slag")),
      error(Route<Void, Never>("other", path: "others/:id")), error(Route<Int, Never>("other", path: ":id")),
      error(Route<Post, Never>("other", path: "others/:user/:user")),
      error(Route<Post, Never>("other", path: "others/:slug")), error(Route<Void, Never>("")),
    ]
    #expect(
      problems == [
        "a link could match the paths of both 'other' and 'user': 'users/number/:number', 'users/number/:id'; change one",
        "the path 'others/:user/:slag' of 'other' names 'slag', and its input has no such property",
        "the path 'others/:id' of 'other' names 'id', and its input has no such property",
        "the path ':id' of 'other' has to begin with a word, not a parameter",
        "the path 'others/:user/:user' of 'other' needs a name after each colon, and each name once", nil,
        "a route has no name; give it one, because links, traces and saved trees use it",
      ])
  }

  @Test func aRouterPrintsLinksThatItOpens() throws {
    let app = TestApp()
    let navigator = try app.open("/home", [Module(post, fromAnywhere: true) { _, _ in Assembly() }])
    let home = try app.router("home#1"),
      links = [
        try home.link(to: self.home), try home.link(to: post, with: Post(user: 1, slug: "x")),
      ]
    #expect(links == ["/home", "/posts/1/by/x"])
    #expect(Recorder(home.open(links[1])).isCompleted)
    #expect(navigator.address == "home#1/post#2")
    #expect(throws: RouteError.unknown("gone", nearest: nil)) { try home.link(to: Route<Void, Never>("gone")) }
  }
}
