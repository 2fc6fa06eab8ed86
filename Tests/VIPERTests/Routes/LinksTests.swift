import Signals
import Testing
import VIPER

@Suite struct LinksTests {
  private let links: Links

  @MainActor init() throws {
    links = try TestApp().makeNavigator(links: LinkRules(hosts: ["example.com"], schemes: ["app"])).links
  }

  @Test func aLinkIsReadAndItsUnreadablePartsAreNamed() throws {
    let home = [
      "/home", "home", "/home/", "app://home", "app:/home", "app:home", "APP:///home", "https://example.com/home#part",
      "http://EXAMPLE.com/home", "//home",
    ]
    #expect(try home.map(links.parse) == Array(repeating: [Route.home.destination], count: home.count))
    let wrong = [
      "", "app://", "/hme", "/home/..", "/details/2", "/home?value=1", "/details?value=a&value=b", "/details?value=%FF",
    ]
    #expect(
      wrong.map { link in problem { _ = try links.parse(link) } } == [
        "the link '' names no screen", "the link 'app://' names no screen",
        "there is no module for 'hme'; did you mean 'home'?",
        "there is no module for '..'; add one to the navigator's modules",
        "there is no module for '2', and 'details' needs the parameter 'value' (String): details;value=…",
        "home takes no input; leave it out",
        "the link gives 'value' of 'details' twice; give it once", "'%FF' is not percent-encoded text",
      ])
  }

  @Test func aLinkHasAMegabyteAtMostAndOneScreenAThousandParameters() throws {
    let pairs = (0...1000).map { "p\($0)=1" }.joined(separator: "&")
    let links = [
      "/" + String(repeating: "a", count: 1_000_000), "/" + String(repeating: "a", count: 10_000_000),
      "/details?" + pairs,
    ]
    #expect(
      links.map { link in problem { _ = try self.links.parse(link) } } == [
        RouteError.unknown(String(repeating: "a", count: 80), nearest: nil).description,
        "the link has more than 1048576 bytes; keep its inputs in a store and link to their ids: \(links[0].prefix(80))",
        "the link gives 1001 parameters of 'details'; give it 1000 at most",
      ])
    let large = try Route.details.destination(with: String(repeating: "a", count: 2_000_000))
    #expect(throws: RouteError.self) { try self.links.print([large]) }
  }
}
