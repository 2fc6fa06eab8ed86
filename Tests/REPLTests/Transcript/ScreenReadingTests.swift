import Testing

@testable import REPL

@Suite struct ScreenReadingTests {
  private let screen = ["T", "name: a", "1. a", "2. b"]

  /// The screen after an output; nil if the output cannot be read.
  private func read(_ output: [String], path: String = "home") -> ScreenReading? {
    var reading = ScreenReading(path: "home", lines: screen)
    return reading.read(output, path: path) ? reading : nil
  }

  @Test("a printed part replaces the part of its kind") func places() {
    #expect(read(["name: b"])?.lines == ["T", "name: b", "1. a", "2. b"])
    #expect(read(["1. c"])?.lines == ["T", "name: a", "1. c"])
    #expect(read(["(none)"])?.lines == ["T", "name: a", "(none)"])
    #expect(read(["x: 1"])?.lines == screen + ["x: 1"])
    #expect(read([])?.lines == screen)
  }

  @Test("a removed part is replaced by the text directly below its mark") func gone() {
    #expect(read(["- 1. a (+1)"])?.lines == ["T", "name: a"])
    #expect(read(["- T", "Title"])?.lines == ["Title", "name: a", "1. a", "2. b"])
    #expect(read(["- x"]) == nil)
  }

  @Test("where the path changes, the last lines are the new screen") func path() {
    #expect(read(["Next"], path: "next") == ScreenReading(path: "next", lines: ["Next"]))
    #expect(read(["name: b", "+1s", "Next"], path: "next") == ScreenReading(path: "next", lines: ["Next"]))
    #expect(read([], path: "next") == ScreenReading(path: "next", lines: []))
  }

  @Test("the lines below a prompt are the whole screen") func prompt() {
    #expect(read(["home>", "Home"]) == ScreenReading(path: "home", lines: ["Home"]))
    #expect(
      read(["+1s", "next>", "a: 1", "b: 1", "+2s", "a: 2"], path: "next")
        == ScreenReading(path: "next", lines: ["a: 2", "b: 1"]))
    #expect(read(["next>"], path: "next") == ScreenReading(path: "next", lines: []))
  }
}
