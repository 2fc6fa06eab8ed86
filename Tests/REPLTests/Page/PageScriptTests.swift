import BuiltPackage
import Fixtures
import Foundation
import Testing

@testable import REPL
@testable import REPLTools

/// The player of a page: in a browser if one is installed, and as text everywhere.
@Suite struct PageScriptTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// The lines that this script writes after the page's own script has run.
  private func said(
    _ script: String, at fragment: String = "",
    flows: [PageFlow] = [ReportPageTests.flow("a.flow", .passed), ReportPageTests.flow("b.flow", .failed)]
  ) async throws -> [String] {
    let page = ReportPageTests.page(flows)
    let probe = """
      <script>
      //<![CDATA[
      const said = [];
      const visible = () => Array.from(document.querySelectorAll(".step")).filter(step => !step.hidden).map(step => step.id.replace("-step-", "."));
      const say = text => said.push(text);
      const press = (key, target, options) => (target || document.body).dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...options }));
      \(script)
      document.body.dataset.said = said.join("|");
      //]]>
      </script>
      </body>
      """
    let file = try folder.write("page.html", page.replacing("</body>", with: probe))
    let text = try await Browser.read(file, fragment, in: folder.url)
    let found = try #require(text.firstMatch(of: /data-said="([^"]*)"/)?.1, "\(text.suffix(2000))")
    return found.components(separatedBy: "|")
  }

  @Test(
    "← and → go from screen to screen, in the failed flow that is open, and stop at its ends",
    .enabled(if: Browser.program != nil, "no Chromium is installed"))
  func keys() async throws {
    let said = try await said(
      """
      say(visible()); press("ArrowLeft"); say(visible()); press("ArrowRight"); say(visible()); say(location.hash);
      press("ArrowRight"); press("ArrowRight"); say(visible());
      press("ArrowLeft", null, { altKey: true }); say(visible());
      say(document.querySelector("#flow-2 .place").textContent);
      say(Array.from(document.querySelectorAll("#flow-2 button")).map(button => button.getAttribute("aria-disabled")));
      press("ArrowLeft", document.querySelector("#flow-2 .scroll")); say(visible());
      document.querySelector("#flow-1").open = true;
      press("ArrowRight", document.querySelector("#flow-1 button")); say(visible()); press("ArrowRight"); say(visible());
      """)
    #expect(
      said == [
        "flow-1.1,flow-2.1", "flow-1.1,flow-2.1", "flow-1.1,flow-2.2", "#flow-2-step-2", "flow-1.1,flow-2.3",
        "flow-1.1,flow-2.3", "Step 3 of 3: add 3", "false,true", "flow-1.1,flow-2.3", "flow-1.2,flow-2.3",
        "flow-1.3,flow-2.3",
      ])
  }

  @Test(
    "a link opens its flow at its step; the buttons go on from there, and the Tab key reaches all controls in order",
    .enabled(if: Browser.program != nil, "no Chromium is installed"))
  func focus() async throws {
    let linked = try await said(
      """
      say(visible()); say(document.querySelector("#flow-1").open);
      press("ArrowRight"); say(visible());
      document.querySelector("#flow-1 [data-move='-1']").click(); say(visible()); say(location.hash);
      say(document.querySelector("#flow-1 .place").textContent);
      """, at: "#flow-1-step-2")
    #expect(
      linked == [
        "flow-1.2,flow-2.1", "true", "flow-1.3,flow-2.1", "flow-1.2,flow-2.1", "#flow-1-step-2", "Step 2 of 3: add 2",
      ])
    let reached = try await said(
      """
      const all = Array.from(document.querySelectorAll("a, button, summary, [tabindex]")).filter(
        each => each.tabIndex >= 0 && each.checkVisibility());
      say(all.every(each => each.tabIndex === 0));
      say(all.map(each => each.getAttribute("href") || each.getAttribute("aria-labelledby") || each.tagName));
      """)
    #expect(
      reached == [
        "true",
        "#flows,#flow-2,#flow-2,screens,SUMMARY,SUMMARY,SUMMARY,BUTTON,BUTTON,#flow-2-step-1,flow-2-time,SUMMARY",
      ])
  }

  @Test(
    "the player of a failed flow begins at its failure, and the time line follows it",
    .enabled(if: Browser.program != nil, "no Chromium is installed"))
  func failure() async throws {
    var flow = ReportPageTests.flow("a.flow", .failed, steps: 10)
    flow.timeLine = (1...10).flatMap { number in
      let time = Duration.seconds(number)
      return [TimeLineMark(time: time, row: "typed", kind: .value("add \(number)"))]
        + (0..<20).map { _ in TimeLineMark(time: time, row: "other", kind: .value("a value of it")) }
    }
    let script = """
      const line = document.querySelector("main .scroll"), left = [];
      const look = () => { say(visible()); say(Array.from(document.querySelectorAll(".now")).map(each => each.id)); left.push(line.scrollLeft); };
      look(); press("ArrowRight"); look(); press("ArrowLeft"); press("ArrowLeft"); press("ArrowLeft"); look();
      say(left[2] < left[0] && left[0] < left[1]);
      """
    flow.phases[1].differences = [StepDifference(command: "add 5", line: 5, old: ["a"], new: ["b"])]
    let said = try await said(script, flows: [flow])
    #expect(
      said == [
        "flow-1.5", "flow-1-mark-84", "flow-1.6", "flow-1-mark-105", "flow-1.3", "flow-1-mark-42", "true",
      ])
  }

  @Test("the script finds its classes, buttons and keys on a page; without it all steps and no buttons are shown")
  func names() {
    let reading = MarkupReading(ReportPageTests.page([ReportPageTests.flow("a.flow", .failed)]))
    let classes = Set(PageScript.javaScript.matches(of: /"\.([a-z]+)"/).map { String($0.1) })
    let found = Set(reading.elements.flatMap { ($0.attributes["class"] ?? "").split(separator: " ").map(String.init) })
    #expect(classes == ["player", "step", "place", "controls", "scroll", "flow"])
    #expect(classes.isSubset(of: found))
    #expect(reading.all("button").map { $0.attributes["data-move"] } == ["-1", "1"])
    #expect(reading.all("kbd").count == 3)
    #expect(!PageScript.javaScript.contains("]]>"))
    #expect(!PageScript.javaScript.contains("</"))
    let hidden = reading.elements.filter { $0.attributes["hidden"] != nil }
    #expect(hidden.map { $0.attributes["class"] } == ["controls"])
  }
}

/// A browser without a window, if one is installed.
private enum Browser {
  static let program = ["chromium", "chromium-browser", "google-chrome"].lazy.flatMap { name in
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
  }.first(where: FileManager.default.isExecutableFile)

  /// Returns a page after its scripts have run.
  ///
  /// - Parameters:
  ///   - folder: the folder for the browser's data.
  ///   - fragment: the part of the page that the address selects.
  static func read(_ page: URL, _ fragment: String = "", in folder: URL) async throws -> String {
    let run = try await onOwnThread {
      try ToolRun([
        program ?? "", "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
        "--user-data-dir=\(folder.appendingPathComponent("browser").path)", "--virtual-time-budget=10000", "--dump-dom",
        page.absoluteString + fragment,
      ])
    }
    return run.text
  }
}
