import REPL

/// A flow's section of a page, as HTML: its phases with their differences, a player of its session, its time line.
struct FlowSection {
  let flow: PageFlow
  /// The number of the flow on its page, from 1.
  let number: Int
  let sides: DifferenceTable.Sides

  private var id: String { "flow-\(number)" }
  private var path: String { Markup.line(flow.path) }

  /// The full section.
  var html: String { section([phases(withDifferences: true), player, timeLine]) }

  /// The section with its phases only.
  var short: String {
    let note = "<p>The page is full: run this flow alone to see its session and its differences.</p>"
    return section([phases(withDifferences: false), note])
  }

  private func section(_ parts: [String]) -> String {
    let isOpen = flow.status.isBad ? " open=\"open\"" : ""
    return """
      <details class="flow" id="\(id)"\(isOpen)>
      <summary><h2>\(path)</h2> \(Self.badge(flow.status))</summary>
      \(parts.filter { !$0.isEmpty }.joined(separator: "\n"))
      </details>
      """
  }

  static func badge(_ status: PageFlow.Status) -> String {
    let (style, mark) = status.isBad ? ("bad", "✗") : status == .skipped ? ("skipped", "–") : ("good", "✓")
    return Markup.element("span", ["class": "status \(style)"], "\(mark) \(status.rawValue)")
  }

  /// The first failure, for the top of a page: where it is, and what differs or what the messages are.
  var failure: String {
    guard let phase = flow.phases.first(where: \.status.isBad) else { return "" }
    return """
      <section class="first" aria-labelledby="first">
      <h2 id="first">The first failure</h2>
      <p><a href="#\(id)">\(path)</a>\(phase.title.map { ": \(Markup.escaped($0))" } ?? "")</p>
      \(phase.differences.first.map(table) ?? Self.messages(of: phase))
      </section>

      """
  }

  private func table(_ difference: StepDifference) -> String {
    DifferenceTable(difference: difference, sides: sides).html
  }

  /// The steps, each with the title of its phase, and its mark in the time line if it has one.
  private var steps: [(title: String?, step: DrawnStep, mark: Int?)] {
    var next = 0
    return flow.phases.flatMap { phase in
      phase.steps.map { step in
        let mark = flow.timeLine[next...].firstIndex { $0.row == "typed" && $0.kind == .value(step.command) }
        if let mark { next = mark + 1 }
        return (phase.title, step, mark)
      }
    }
  }

  private static func messages(of phase: PageFlow.Phase) -> String {
    let text = phase.messages.map { Markup.escaped($0) }.joined(separator: "\n")
    return text.isEmpty ? "" : "<pre class=\"messages\">\(text)</pre>"
  }

  private func phases(withDifferences: Bool) -> String {
    let items = flow.phases.map { phase in
      let title =
        phase.title.map { "<h3>\(Markup.escaped($0))</h3> line \(phase.line) \(Self.badge(phase.status))\n" } ?? ""
      let tables = withDifferences ? phase.differences.map(table) : []
      return "<li>\(title)\((tables + [Self.messages(of: phase)]).filter { !$0.isEmpty }.joined(separator: "\n"))</li>"
    }
    return items.isEmpty ? "" : "<ol class=\"phases\">\n\(items.joined(separator: "\n"))\n</ol>"
  }

  /// All steps, one below the other; the page's script shows one at a time.
  private var player: String {
    let steps = steps
    guard !steps.isEmpty else { return "" }
    let items = zip(1..., steps).map { item($0, of: steps.count, $1.title, $1.step, mark: $1.mark) }
    // The player shows the step that fails first, or else the first one.
    let line = flow.phases.first(where: \.status.isBad).flatMap { $0.differences.first?.line ?? $0.steps.first?.line }
    let start = steps.firstIndex { $0.step.line == line } ?? 0
    return """
      <section class="player" data-step="\(start)" aria-labelledby="\(id)-session">
      <h3 id="\(id)-session">Session</h3>
      <div class="controls" hidden="hidden">
      <button type="button" data-move="-1">← Back</button>
      <button type="button" data-move="1">Next →</button>
      <span class="place" role="status" aria-live="polite"></span>
      </div>
      <ol class="steps">
      \(items.joined(separator: "\n"))
      </ol>
      </section>
      """
  }

  private func item(_ number: Int, of count: Int, _ title: String?, _ step: DrawnStep, mark: Int?) -> String {
    let typed = Markup.line("\(step.prompt)> ") + "<kbd>\(Markup.line(step.command))</kbd>"
    let printed = ([typed] + step.output.map { $0.isEmpty ? "" : "  \(Markup.line($0, to: 500))" }).joined(
      separator: "\n")
    let screen = step.screen.map { Markup.line($0, to: 500) }.joined(separator: "\n")
    let name = Markup.line(step.path.isEmpty ? "no screen" : step.path)
    return """
      <li class="step" id="\(id)-step-\(number)"\(mark.map { " data-mark=\"\(id)-mark-\($0)\"" } ?? "")>
      <p><a href="#\(id)-step-\(number)">Step \(number) of \(count)</a>, line \(step.line)\(title.map { ": \(Markup.escaped($0))" } ?? "")</p>
      <div class="panes">
      <figure><figcaption>Typed and printed</figcaption><pre class="printed">\(printed)</pre></figure>
      <figure><figcaption>The screen after it: \(name)</figcaption><pre class="screen">\(screen)</pre></figure>
      </div>
      </li>
      """
  }

  private var timeLine: String {
    guard !flow.timeLine.isEmpty else { return "" }
    return """
      <section aria-labelledby="\(id)-time">
      <h3 id="\(id)-time">Time line</h3>
      <div class="scroll" tabindex="0" role="region" aria-labelledby="\(id)-time">
      \(TimeLinePicture(flow.timeLine, id: id).svg)
      </div>
      <details><summary>The time line as text</summary>
      <pre>\(flow.timeLineText.map { Markup.line($0) }.joined(separator: "\n"))</pre>
      </details>
      </section>
      """
  }
}
