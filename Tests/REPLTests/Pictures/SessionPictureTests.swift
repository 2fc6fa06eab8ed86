import Foundation
import SignalsTesting
import Testing

@testable import REPL
@testable import REPLTools

@Suite struct SessionPictureTests {
  private let picture = SessionPicture(
    "app: <a>.flow",
    [
      (
        title: "First & last",
        steps: [
          DrawnStep(prompt: "", command: ":open todo", line: 1, output: ["List", "  1. 买 milk", "! \"<b>\""]),
          DrawnStep(prompt: "todo", command: "add", line: 5, output: []),
        ]
      )
    ])

  @Test("a still shows all of the session, each run at its column and row, and has a title for screen readers")
  func still() {
    let reading = MarkupReading(picture.still)
    let texts = reading.all("text").dropFirst().map { element in
      [element.attributes["class"] ?? "", element.attributes["x"] ?? "", element.attributes["y"] ?? "", element.text]
    }
    #expect(
      texts == [
        ["title", "16", "14.5", "# First & last"], ["prompt", "16", "34.5", ">"],
        ["command", "32.8", "34.5", ":open todo"], ["output", "32.8", "54.5", "List"],
        ["output", "49.6", "74.5", "1."], ["output", "74.8", "74.5", "买"], ["output", "100", "74.5", "milk"],
        ["notice", "32.8", "94.5", "! \"<b>\""], ["prompt", "16", "114.5", "todo>"],
        ["command", "66.4", "114.5", "add"],
      ])
    #expect(reading.all("text").first { $0.text == "买" }?.attributes["textLength"] == "16.8")
    let root = reading.elements.first?.attributes
    #expect(
      [root?["role"], root?["aria-labelledby"], reading.all("title").first?.text] == ["img", "title", "app: <a>.flow"])
  }

  @Test("one picture is light and dark, and an animation stands still for users who prefer reduced motion")
  func preferences() {
    let isBoth = [picture.still, picture.animated].map { $0.contains("@media (prefers-color-scheme: dark)") }
    #expect(isBoth == [true, true])
    #expect(!picture.still.contains("animation"))
    let parts = picture.animated.components(separatedBy: "@media (prefers-reduced-motion: no-preference)")
    #expect(parts.count == 2)
    #expect(!parts[0].contains("animation:"))
    #expect(parts[0].contains(".caret { opacity: 0 }"))
  }

  @Test("the same session gives the same bytes; any session gives valid XML, and none of its text is markup")
  func random() {
    var numbers = SeededNumbers(seed: 28)
    func text() -> String { numbers.text(["", "</style>", "]]>", "\r\n", "  ", "你"]) }
    for _ in 0..<200 {
      let phases = [
        (
          title: text(), steps: [DrawnStep(prompt: text(), command: text(), line: 1, output: [text(), text()])]
        )
      ]
      let name = text()
      for make in [\SessionPicture.still, \.animated] {
        let first = SessionPicture(name, phases)[keyPath: make], again = SessionPicture(name, phases)[keyPath: make]
        let reading = MarkupReading(first)
        #expect(first == again, "\(name), \(phases)")
        #expect(reading.problem == nil, "\(name), \(phases)")
        #expect(reading.all("style").count == 1, "\(name), \(phases)")
      }
    }
  }
}
