import Effort
import Foundation
import Signals
import SignalsTesting
import Testing
import VIPER

/// Links of routes with inputs of every shape, read and written. Not on the main actor, where other tests would wait for them.
@Suite struct LinkRoundTripTests {
  struct Search: Codable, Hashable, Sendable {
    enum Order: String, Codable, Sendable, CaseIterable { case newest, best }
    struct Area: Codable, Hashable, Sendable { var x: Double, y: Double }
    var word: String
    var page: Int
    var exact: Bool
    var order: Order?
    var tags: [String]
    var area: Area?
  }
  struct Page: Codable, Hashable, Sendable {
    var title: String?
    var number: Int?
  }
  private final class Live: Sendable {}
  private let text = Route<String, Never>("text"), number = Route<Int, Never>("number")
  private let search = Route<Search, Never>("search"), nothing = Route<Void, Never>("nothing")
  private let maybe = Route<String?, Never>("maybe"), count = Route<Int?, Never>("count")
  private let page = Route<Page, Never>("page")
  private let list = Route<[Int], Never>("list")
  private let table = Route<[String: String], Never>("table"), id = Route<UUID, Never>("id")
  private let web = Route<URL, Never>("web"), large = Route<UInt64, Never>("lärge/;?=&%")
  private let live = Route<Live, Never>(transient: "live")
  private let links: Links

  @MainActor init() throws {
    func module<I>(_ route: Route<I, Never>) -> Module { Module(route) { _, _ in Assembly() } }
    let modules = [
      module(text), module(number), module(search), module(nothing), module(maybe), module(list), module(table),
      module(id), module(web), module(large), module(live), module(count), module(page),
    ]
    links = try Navigator(modules).links
  }

  @Test func inputsAreReadAsTheirTypesAsk() throws {
    let stack = try links.parse(
      """
      /nothing/text;value=12/number;value=12/search;word=12;page=3;exact=true;tags=%5B%5D\
      /id;value=00000000-0000-4000-8000-000000000001/web;value=https%3A%2F%2Fa.b%2Fc
      """)
    #expect(stack[1].input(of: text) == "12")
    #expect(stack[2].input(of: number) == 12)
    #expect(stack[4].input(of: id) != nil)
    #expect(stack[3].input(of: search) == Search(word: "12", page: 3, exact: true, tags: []))
    #expect(stack[5].input(of: web) == URL(string: "https://a.b/c"))
  }

  @Test func aLinkReadsWell() throws {
    let cats = Search(word: "cats & dogs", page: 2, exact: false, order: .best, tags: ["a"], area: nil)
    let stack = [try number.destination(with: -7), nothing.destination, try search.destination(with: cats)]
    #expect(
      try links.print(stack)
        == "/number;value=-7/nothing/search?exact=false&order=best&page=2&tags=%5B%22a%22%5D&word=cats%20%26%20dogs")
  }

  @Test func anOptionalPropertyIsNilWithoutItsParameterAndForNullUnlessItIsText() throws {
    let pages = try ["/page", "/page?title=null&number=null", "/page?title=&number=2"].map { link in
      try links.parse(link)[0].input(of: page)
    }
    #expect(pages == [Page(), Page(title: "null"), Page(title: "", number: 2)])
    #expect(try links.print([try page.destination(with: Page(title: "null"))]) == "/page?title=null")
  }

  private static let inMemory = "live takes an input that lives in memory only; open it from code, not by a link"
  private static let unreadable: [String: String] = [
    "/search?word=a&page=1&exact=true": "'search' needs the parameter 'tags' (Array<String>): search;tags=…",
    "/search": "'search' needs the parameter 'word' (String): search;word=…",
    "/search?wrd=a&page=1&exact=true&tags=%5B%5D": "'search' has no parameter 'wrd'; did you mean 'word'?",
    "/search?word=a&page=two&exact=true&tags=%5B%5D": "the parameter 'page' of 'search' cannot be read as Int: two",
    "/number?value=1.5": "the parameter 'value' of 'number' cannot be read as Int: 1.5",
    "/number?value=99999999999999999999":
      "the parameter 'value' of 'number' cannot be read as Int: 99999999999999999999",
    "/count?value=x": "the parameter 'value' of 'count' cannot be read as Optional<Int>: x",
    "/number": "'number' needs the parameter 'value' (Int): number;value=…",
    "/live?value=1": inMemory, "/live": inMemory,
  ]

  @Test func aLinkThatCannotBeReadOrWrittenNamesThePart() throws {
    #expect(Self.unreadable.map { link, _ in problem { _ = try links.parse(link) } } == Self.unreadable.map(\.value))
    let live = try live.destination(with: Live()), gone = Route<Void, Never>("gone").destination
    let stacks = [[live], [], [gone], Array(repeating: nothing.destination, count: 101)]
    #expect(
      stacks.map { stack in problem { _ = try links.print(stack) } } == [
        Self.inMemory, "a link needs at least one screen, and the stack is empty",
        "there is no module for 'gone'; add one to the navigator's modules",
        "the link names more than 100 screens; leave some out",
      ])
  }

  @Test func hostileLinksGiveAnErrorOrAStack() {
    let links: [String] = [
      String(repeating: "/nothing", count: 130_000), "/nothing" + String(repeating: ";", count: 1_000_000),
      "/text?value=" + String(repeating: "%41", count: 300_000),
      "/number?value=" + String(repeating: "9", count: 1_000_000),
      "/list?value=" + String(repeating: "%5B", count: 300_000), String(repeating: "/nothing", count: 2_000_000),
      "/table?" + (0..<50_000).map { "k\($0)=v" }.joined(separator: "&") + "&k1=again",
      String(repeating: "/", count: 1_000), "/nothing/../../etc/passwd", "/text?value=%C0%AF", "/text?value=%ED%A0%80",
      "/text?value=%00", "//////", "?",
      "#", ";", "/%", "/text?=", "/text?value", "a:b:c://d", "://", "/text;value=1?value=2",
    ]
    for link in links {
      let isFine: Bool
      do { isFine = try self.links.parse(link).count <= 100 } catch { isFine = error.description.count < 400 }
      #expect(isFine, "\(link.prefix(40))")
    }
  }

  @Test func randomStacksComeBack() throws {
    var random = SeededNumbers(seed: 11)
    for _ in 0..<Effort.runs(short: 500, full: 3_000, all: 10_000) {
      let stack = try (0..<Int.random(in: 1...3, using: &random)).map { _ in try destination(&random) }
      let link = try links.print(stack)
      let back = try links.parse(link)
      guard back == stack else {
        Issue.record("\(link) gave \(back) in place of \(stack)")
        return
      }
    }
  }

  private static let alphabet: [Character] = Array("aZ09 -._~/;?&=#%+:@!'\"\\{}[](),é日本👩‍👩‍👧‍👧\u{0}\n\u{202E}\u{FEFF}")
  private static let words = [
    "", "null", "true", "12", "-0", "{}", "[]", "\"x\"", "value", "json", "..", "a=b&c=d", "\u{FEFF}x",
  ]

  private func word(_ random: inout SeededNumbers) -> String {
    if Int.random(in: 0..<3, using: &random) == 0 { return Self.words.randomElement(using: &random) ?? "" }
    return String(
      (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in Self.alphabet.randomElement(using: &random) })
  }

  private func destination(_ random: inout SeededNumbers) throws -> Destination {
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return nothing.destination
    case 1: return try text.destination(with: word(&random))
    case 2: return try number.destination(with: Int(truncatingIfNeeded: random.next()))
    case 3: return try maybe.destination(with: Bool.random(using: &random) ? word(&random) : nil)
    case 4: return try list.destination(with: (0..<Int.random(in: 0...3, using: &random)).map { $0 })
    case 5: return try large.destination(with: random.next())
    case 6:
      let names = ["value", "json", word(&random), word(&random)].shuffled(using: &random).prefix(2)
      return try table.destination(with: Dictionary(names.map { ($0, word(&random)) }, uniquingKeysWith: { $1 }))
    case 7: return try web.destination(with: try #require(URL(string: "https://a.b/c?d=\(random.next())#e")))
    default:
      let area = Search.Area(
        x: Double.random(in: -1e3...1e3, using: &random), y: Double(Int.random(in: 0...9, using: &random)))
      return try search.destination(
        with: Search(
          word: word(&random), page: Int.random(in: 0...9, using: &random), exact: Bool.random(using: &random),
          order: Search.Order.allCases.randomElement(using: &random), tags: [word(&random), word(&random)],
          area: Bool.random(using: &random) ? area : nil))
    }
  }

  /// Inputs whose decoding does not fit the parameters of a link, and one whose `encode` and `decode` disagree.
  private struct Nested: Codable, Hashable, Sendable {
    enum Way: String, Codable, Sendable { case nested, list, parent, keyedParent }
    enum Key: CodingKey { case way, inner }
    var way = Way.nested

    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      way = try container.contains(.way) ? container.decode(Way.self, forKey: .way) : .nested
      switch way {
      case .nested: _ = try container.nestedContainer(keyedBy: Key.self, forKey: .inner)
      case .list: _ = try container.nestedUnkeyedContainer(forKey: .inner)
      case .parent: _ = try container.superDecoder()
      case .keyedParent: _ = try container.superDecoder(forKey: .inner)
      }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(way, forKey: .way)
    }
  }
  private struct Forgetful: Codable, Hashable, Sendable {
    var number = 0
    init(number: Int) { self.number = number }
    init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Int.self) + 1 }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }

  @Test @MainActor func anInputThatALinkHasNoShapeForOrThatDecodesToAnotherIsAnError() throws {
    let forgetful = Route<Forgetful, Never>("forgetful")
    let links = try Navigator([
      Module(Route<Nested, Never>("nested")) { _, _ in Assembly() }, Module(forgetful) { _, _ in Assembly() },
    ]).links
    for way in ["nested", "list", "parent", "keyedParent"] {
      #expect(throws: RouteError.self, "\(way)") { try links.parse("/nested?way=\(way)&inner=1") }
    }
    let message = problem { _ = try links.print([try forgetful.destination(with: Forgetful(number: 7))]) }
    #expect(message?.hasPrefix("the input of forgetful does not decode to the value that was encoded") == true)
  }
}
