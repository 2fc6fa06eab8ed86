import REPL

/// A page about flows as one HTML file that is also valid XML and loads nothing from elsewhere.
///
/// Its size is bounded. The full sections of passed flows take at most eight million bytes, and so do those of the other flows,
/// in the order of `add(_:)`. Later flows show only their phases.
struct ReportPage {
  /// The limit in bytes for the sections of one kind.
  static let limit = 8_000_000

  private let title: String
  private let sides: DifferenceTable.Sides
  private var sections: [String] = []
  private var links: [String] = []
  /// The first failure of all flows, as HTML.
  private var failure = ""
  /// The bytes left for flows that need attention, and for the others.
  private var rest: (bad: Int, good: Int)

  init(_ title: String, _ sides: DifferenceTable.Sides, limit: Int = ReportPage.limit) {
    self.title = title
    self.sides = sides
    rest = (limit, limit)
  }

  /// Adds a flow at the end.
  mutating func add(_ flow: PageFlow) {
    let number = sections.count + 1, section = FlowSection(flow: flow, number: number, sides: sides)
    let kind = flow.status.isBad ? \Self.rest.bad : \.rest.good
    if flow.status.isBad {
      if failure.isEmpty { failure = section.failure }
      links.append("<li><a href=\"#flow-\(number)\">\(Markup.line(flow.path))</a></li>")
    }
    // After the first short section all later ones are short, so that the choice does not depend on their sizes.
    let html = self[keyPath: kind] > 0 ? section.html : ""
    self[keyPath: kind] -= html.utf8.count
    sections.append(self[keyPath: kind] > 0 ? html : section.short)
  }

  /// The HTML of the page.
  ///
  /// - Parameters:
  ///   - summary: a line at the top.
  ///   - map: the screens of the app; nil if unknown.
  ///   - coverage: the lines of the coverage, in words.
  func html(summary: String, map: ScreenMap? = nil, coverage: [String] = []) -> String {
    let name = Markup.line(title)
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8"/>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"/>
      <title>\(name): \(Markup.escaped(summary))</title>
      <style>
      \(PageStyle.css)
      </style>
      </head>
      <body>
      <a class="skip" href="#flows">Skip to the flows</a>
      <header>
      <h1>\(name)</h1>
      <p>\(Self.colored(Markup.escaped(summary)))</p>
      </header>
      \(failure)\(navigation)\(screens(map, coverage))<main id="flows" tabindex="-1" aria-label="Flows">
      \(sections.joined(separator: "\n"))
      </main>
      <script>
      //<![CDATA[
      \(PageScript.javaScript)
      //]]>
      </script>
      </body>
      </html>

      """
  }

  /// A summary whose numbers have a colour, unless they are zero.
  private static func colored(_ summary: String) -> String {
    summary.replacing(/[1-9][0-9]* passed/) { "<span class=\"good\">\($0.output)</span>" }
      .replacing(/[1-9][0-9]* failed|refused: [1-9][0-9]*|[1-9][0-9]* screens? differs?/) {
        "<span class=\"bad\">\($0.output)</span>"
      }
  }

  private var navigation: String {
    if links.isEmpty { return "" }
    return
      "<nav aria-label=\"Flows to look at\">\n<h2>To look at</h2>\n<ul>\n\(links.joined(separator: "\n"))\n</ul>\n</nav>\n"
  }

  private func screens(_ map: ScreenMap?, _ coverage: [String]) -> String {
    guard let map, !map.graph.screens.isEmpty else { return "" }
    return """
      <section class="screens" aria-labelledby="screens">
      <h2 id="screens">Screens</h2>
      <p>✓ and a solid line: a flow reached it. – and a dashed line: no flow did.</p>
      <div class="scroll" tabindex="0" role="region" aria-labelledby="screens">
      \(map.svg)
      </div>
      <details><summary>The same in words</summary>
      <pre>\(coverage.map { Markup.line($0) }.joined(separator: "\n"))</pre>
      </details>
      </section>

      """
  }
}
