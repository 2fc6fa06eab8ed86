// An app whose commands and screens end the program or hold it up, for tests of the processes that run flows.
import NamedCalls
import Foundation
import REPL
import REPLTools
import Signals
import VIPER

let options = [
  ConsoleOption("pipe", value: "FILE", help: "a pipe that is opened when the program hangs or is doomed"),
  ConsoleOption("lives", value: "FOLDER", help: "a folder that loses a file with each crash, until it is empty"),
  ConsoleOption("title", value: "TEXT", help: "the title of the home screen"),
  ConsoleOption("delay", value: "MS", help: "how much later the screen says that it was waited for"),
  ConsoleOption("deeds", value: "NAMES", help: "what the home screen offers of what it could"),
  ConsoleOption("bad", value: "SCREEN", help: "a screen that ends the program or holds it up when it opens"),
]
let app = ConsoleApp("victim", home: "home", options: options) { session in
  let waited = MutableProperty("")
  let crash: @Sendable () -> Void = { fatalError("crashed on purpose") }
  let deeds: [(name: String, body: @Sendable () -> Void)] = [
    ("fine", {}),
    ("crash", crash), ("leave", { exit(3) }),
    (
      "wordy",
      {
        print("many words")
        atexit { try? FileHandle.standardError.write(contentsOf: Data(repeating: UInt8(ascii: "x"), count: 1_000_000)) }
      }
    ),
    (
      "hang",
      { [pipe = session.options["pipe"]] in
        if let pipe { _ = FileHandle(forWritingAtPath: pipe) }
        DispatchSemaphore(value: 0).wait()
      }
    ),
    (
      // Crashes as soon as another program opens the pipe.
      "doom",
      { [pipe = session.options["pipe"]] in
        Thread.detachNewThread {
          if let pipe { _ = FileHandle(forReadingAtPath: pipe) }
          DispatchQueue.main.async { fatalError("crashed on purpose") }
        }
      }
    ),
    (
      "modify",
      {
        let count = MutableProperty(0)
        count.modify(file: "Victim/Outer.swift", line: 7) { _ in
          count.modify(file: "Victim/Inner.swift", line: 9) { $0 += 1 }
        }
      }
    ),
    (
      "request",
      {
        let isOver = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
          _ = UnnamedWork.refusal("GET https://a.example has no name")
          isOver.signal()
        }
        isOver.wait()
      }
    ),
    (
      "feedback",
      {
        let a = MutableProperty(0)
        a.map { $0 + 1 }.bind(to: a, file: "Victim/One.swift", line: 1)
      }
    ),
    ("fall", crash),
    (
      "load",
      { [files = session.files] in
        if files("data.json") == "[7]\n" { fatalError("crashed on the data") }
      }
    ),
    (
      "shoot",
      { [folder = session.options["lives"] ?? ""] in
        guard let life = try? FileManager.default.contentsOfDirectory(atPath: folder).first else { return }
        try? FileManager.default.removeItem(atPath: "\(folder)/\(life)")
        fatalError("shot")
      }
    ),
  ]
  let delay = Duration.milliseconds(session.options["delay"].flatMap { Int($0) } ?? 100)
  let wait = Command<Void, Void, Never>.sync { [scheduler = session.environment.scheduler] in
    scheduler.schedule(after: delay) { waited.value = "waited" }
  }
  let offered = session.options["deeds"].map { $0.split(separator: ",").map(String.init) }
  let home = Module(Route<Void, Never>("home")) { _, _ in
    Assembly(
      view: ConsoleView(
        [.title(session.options["title"] ?? "Home"), .label("", waited.readOnly)]
          + deeds.filter { offered?.contains($0.name) ?? true }.map { name, body in
            .button(name, Command.sync { body() })
          } + [.field("password", MutableProperty(""), secret: true), .button("wait", wait)]))
  }
  let bad = deeds.filter { $0.name == session.options["bad"] }.map { name, body in
    Module(Route<Void, Never>("bad")) { _, _ in
      body()
      return Assembly(view: ConsoleView())
    }
  }
  let last = Module(Route<Void, Never>("last")) { _, _ in
    Assembly(view: ConsoleView(.button("on", Command<Void, Void, Never> { .empty })))
  }
  return try Navigator(stage: session.console, environment: session.environment, modules: [home] + bad + [last])
}
// The superuser can read all files.
if getenv("AS_NOBODY") != nil, getuid() == 0, setuid(65534) != 0 { exit(2) }
exit(await app.main(Array(CommandLine.arguments.dropFirst())))
