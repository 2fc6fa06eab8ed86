import SignalsTesting
import Testing

@testable import REPL
@testable import REPLTools

@Suite struct ReportPageTests {
  static func flow(_ path: String, _ status: PageFlow.Status, steps: Int = 3) -> PageFlow {
    PageFlow(
      path: path, status: status,
      phases: [
        PageFlow.Phase(
          title: "First <phase>", line: 1, status: .passed,
          steps: (1...steps).map {
            DrawnStep(
              prompt: "todo", command: "add \($0)", line: $0, output: ["Add", "! <b>"], path: "todo/add",
              screen: ["Add", "n: \($0)"])
          }),
        PageFlow.Phase(
          title: "Second", line: 9, status: status,
          differences: status.isBad ? [StepDifference(command: "save", line: 10, old: ["a"], new: ["b"])] : []),
      ],
      timeLine: [TimeLineMark(time: .zero, row: "typed", kind: .value("add"))], timeLineText: ["typed a"])
  }

  static let map = ScreenMap(
    Reach(screens: ["todo"], typed: [.init(OfferedCommand(name: "add", argument: .nothing), on: "todo")]),
    of: AppGraph(screens: [
      .init(name: "todo", opens: ["add"], commands: [OfferedCommand(name: "add", argument: .nothing)]),
      .init(name: "add", opens: [], commands: [OfferedCommand(name: "save", argument: .nothing)]),
    ]))

  static func page(_ flows: [PageFlow], limit: Int = ReportPage.limit) -> String {
    var page = ReportPage("small", .init(old: "recorded", new: "now"), limit: limit)
    for flow in flows { page.add(flow) }
    return page.html(summary: "1 passed, 1 failed", map: map, coverage: ["coverage: 50%"])
  }

  private let reading = MarkupReading(page([flow("a.flow", .passed), flow("b&.flow", .failed)]))

  @Test("a page is valid XML, loads nothing from elsewhere and forbids it; each link leads to an element's own id")
  func links() {
    let ids = reading.elements.compactMap { $0.attributes["id"] },
      links = reading.all("a").compactMap { $0.attributes["href"] }
    let named = reading.elements.compactMap { $0.attributes["aria-labelledby"] }
    #expect(reading.problem == nil)
    #expect(Set(ids).count == ids.count)
    #expect(links.count == 9)
    #expect(named.count > 4)
    #expect(Set(links + named.map { "#\($0)" }).isSubset(of: ids.map { "#\($0)" }))
    let loading = reading.elements.filter {
      !Set($0.attributes.keys).isDisjoint(with: ["src", "srcset", "data", "action", "poster"]) || $0.name == "link"
        || $0.name == "style" && ($0.text.contains("url(") || $0.text.contains("@import"))
    }
    let policy = reading.all("meta").compactMap { $0.attributes["content"] }.filter {
      $0.hasPrefix("default-src 'none';")
    }
    #expect(loading == [])
    #expect(reading.all("script").count == 1)
    #expect(policy.count == 1)
  }

  @Test("the page has landmarks, headings, names of pictures, and words beside colours, for screen readers")
  func landmarks() {
    let needed: [(elements: [MarkupReading.Element], attributes: [String: String])] = [
      (reading.all("svg"), ["role": "img"]),
      (reading.all("div", class: "scroll"), ["tabindex": "0", "role": "region"]),
      (reading.all("span", class: "place"), ["aria-live": "polite"]), (reading.all("button"), ["type": "button"]),
      (reading.all("html"), ["lang": "en"]),
    ]
    for (elements, attributes) in needed {
      #expect(elements.allSatisfy { $0.attributes.merging(attributes) { $1 } == $0.attributes })
      #expect(!elements.isEmpty)
    }
    #expect(reading.all("svg").allSatisfy { $0.attributes["aria-label"]?.isEmpty == false })
    #expect(["header", "nav", "main", "h1"].map { reading.all($0).count } == [1, 1, 1, 1])
    #expect(
      [reading.all("h2"), reading.all("span", class: "status")].map { $0.map(\.text) } == [
        ["The first failure", "To look at", "Screens", "a.flow", "b&.flow"],
        ["✓ passed", "✓ passed", "✓ passed", "✗ failed", "✓ passed", "✗ failed"],
      ])
    // The first link skips everything before the flows.
    #expect(reading.all("a").first?.attributes["href"] == "#flows")
  }

  @Test("a flow that failed is open and linked above; each step has its screen") func flows() {
    #expect(reading.all("details", class: "flow").map { $0.attributes["open"] } == [nil, "open"])
    #expect(reading.all("nav").map { $0.text.contains("b&.flow") && !$0.text.contains("a.flow") } == [true])
    let steps = reading.all("li", class: "step").map { $0.attributes["id"] }
    #expect(steps == (1...2).flatMap { flow in (1...3).map { "flow-\(flow)-step-\($0)" } })
    let texts = ["printed", "screen"].map { reading.all("pre", class: $0).first?.text }
    #expect(texts == ["todo> add 1\n  Add\n  ! <b>", "Add\nn: 1"])
    #expect(reading.all("figcaption").map(\.text).contains("The screen after it: todo/add"))
  }

  @Test(
    "the first failure is at the top: its place, which the player shows first, and its difference; numbers have colours"
  )
  func firstFailure() {
    var late = Self.flow("late.flow", .failed)
    late.phases[1].steps = [
      DrawnStep(prompt: "todo", command: "add", line: 9, output: []),
      DrawnStep(prompt: "todo", command: "save", line: 10, output: ["b"]),
    ]
    let bad = PageFlow(path: "bad.flow", status: .bad, phases: [.init(status: .bad, messages: ["<what>"])])
    let pages = [[Self.flow("a.flow", .passed), late, bad], [bad, late]].map { MarkupReading(Self.page($0)) }
    let first = pages.map {
      $0.all("section", class: "first").map { $0.text.split(separator: "\n").joined(separator: "|") }
    }
    #expect(
      first == [
        ["The first failure|late.flow: Second|Line 10: save|recordednow|−a+b"], ["The first failure|bad.flow|<what>"],
      ])
    #expect(pages[0].all("section", class: "player").map { $0.attributes["data-step"] } == ["0", "4"])
    #expect(pages[0].all("section", class: "first").count == 1)
    #expect(pages[0].all("a").count { $0.attributes["href"] == "#flow-2" } == 2)
    #expect(["good", "bad"].map { pages[0].all("span", class: $0).first?.text } == ["1 passed", "1 failed"])
  }

  @Test("a phase that did not run has no result") func skipped() {
    let phases: [PageFlow.Phase] = [.init(title: "A", status: .failed), .init(title: "B", status: .skipped)]
    let reading = MarkupReading(Self.page([PageFlow(path: "a.flow", status: .failed, phases: phases)]))
    #expect(reading.all("span", class: "status").map(\.text) == ["✗ failed", "✗ failed", "– no result"])
  }

  @Test("a step names its mark in the time line") func marks() {
    var flow = Self.flow("a.flow", .passed)
    flow.timeLine = [
      .init(time: .zero, row: "typed", kind: .value("add 1")), .init(time: .zero, row: "text", kind: .value("add 3")),
      .init(time: .zero, row: "typed", kind: .value("add 3")),
    ]
    let reading = MarkupReading(Self.page([flow])),
      marks = reading.all("li", class: "step").map { $0.attributes["data-mark"] }
    #expect(marks == ["flow-1-mark-0", nil, "flow-1-mark-2"])
    #expect(reading.all("g").compactMap { $0.attributes["id"] } == (0..<3).map { "flow-1-mark-\($0)" })
  }

  @Test("a page has a largest size; beyond it only phases are shown, and for each kind the first flows are whole")
  func limit() {
    let flows = (1...40).map { Self.flow("\($0).flow", $0.isMultiple(of: 4) ? .failed : .passed) }
    let text = Self.page(flows, limit: 20_000), reading = MarkupReading(text)
    let isWhole = reading.all("details", class: "flow").map { $0.text.contains("Session") }
    #expect(reading.problem == nil)
    #expect(isWhole.count == 40)
    #expect(text.utf8.count < 20_000 * 2 + 40 * 1_000 + 10_000)
    for kind in [true, false] {
      let part = (1...40).filter { $0.isMultiple(of: 4) == kind }.map { isWhole[$0 - 1] }, count = part.count { $0 }
      #expect(1..<part.count ~= count)
      #expect(!part.prefix(count).contains(false))
    }
    let note = "The page is full: run this flow alone to see its session and its differences."
    #expect(reading.all("p").contains { $0.text == note })
  }

  @Test("no path, title, command or screen is read as markup") func random() {
    var numbers = SeededNumbers(seed: 29)
    func text() -> String { numbers.text(["", "</script>", "</pre>", "]]>", "<!--", "\r\n", "\" onload=\"", "&#0;"]) }
    func names(_ text: () -> String) -> [String] {
      var page = ReportPage(text(), .init(old: text(), new: text()))
      page.add(
        PageFlow(
          path: text(), status: .failed,
          phases: [
            PageFlow.Phase(
              title: text(), status: .failed, messages: ["a" + text()],
              steps: [
                DrawnStep(
                  prompt: text(), command: text(), line: 1, output: ["a" + text()], path: text(), screen: [text()])
              ],
              differences: [StepDifference(command: text(), line: 1, old: ["a" + text()], new: ["b" + text()])])
          ],
          timeLine: [
            .init(time: .zero, row: "a" + text(), kind: .value(text())),
            .init(time: .zero, row: "b" + text(), kind: .failed(text())),
          ],
          timeLineText: [text()]))
      let command = OfferedCommand(name: text(), argument: .nothing)
      let map = ScreenMap(
        Reach(), of: AppGraph(screens: [.init(name: "a" + text(), opens: [], commands: [command])]))
      let reading = MarkupReading(page.html(summary: text(), map: map, coverage: [text()]))
      #expect(reading.problem == nil)
      return reading.elements.map { $0.name + $0.attributes.keys.sorted().joined() }
    }
    let plain = names { "x" }
    for _ in 0..<200 { #expect(names(text) == plain) }
  }
}
