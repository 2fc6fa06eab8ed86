import Signals
import Testing
import VIPER

@Suite struct LinksTests {
  private let links: Links

  @MainActor init() throws { links = try TestApp().makeNavigator().links }

  @Test(arguments: [
    "/home", "home", "/home/", "app://host/home", "app:/home", "app:///home", "https://example.com/home#part", "//home",
  ]) func schemeHostAndFragmentAreIgnored(link: String) throws {
    #expect(try links.parse(link) == [Route<Void, Never>.home.destination])
  }

  @Test(arguments: [
    ("", "the link '' names no screen"),
    ("app://host", "the link 'app://host' names no screen"),
    ("/hme", "there is no module for 'hme'; did you mean 'home'?"),
    ("/home/..", "there is no module for '..'; add one to the navigator's modules"),
    ("app:home", "there is no module for 'app:home'; add one to the navigator's modules"),
    ("/details/2", "'details' needs the parameter 'value' (String): details;value=…"),
    ("/home?value=1", "home takes no input; leave it out"),
    ("/details?value=a&value=b", "the link gives 'value' of 'details' twice; give it once"),
    ("/details?value=%FF", "'%FF' is not percent-encoded text"),
  ]) func unreadableInputsAreNamed(link: String, message: String) {
    let error = #expect(throws: RouteError.self) { try links.parse(link) }
    #expect(error?.description == message)
  }

  @Test func aLinkOfTenMegabytesIsAnError() {
    let beginning = "/" + String(repeating: "a", count: 79)
    let error = #expect(throws: RouteError.self) { try links.parse("/" + String(repeating: "a", count: 10_000_000)) }
    #expect(
      error?.description
        == "the link has more than 1048576 bytes; keep its inputs in a store and link to their ids: \(beginning)")
    #expect(throws: RouteError.unknown(String(repeating: "a", count: 80), nearest: nil)) {
      try links.parse("/" + String(repeating: "a", count: 1_000_000))
    }
    #expect(throws: RouteError.self) {
      try links.print([try Route.details.destination(with: String(repeating: "a", count: 2_000_000))])
    }
  }

  @Test func oneScreenHasAThousandParametersAtMost() {
    let pairs = (0...1000).map { "p\($0)=1" }.joined(separator: "&")
    let error = #expect(throws: RouteError.self) { try links.parse("/details?" + pairs) }
    #expect(error?.description == "the link gives 1001 parameters of 'details'; give it 1000 at most")
  }
}
