import Foundation
import Services

// races [--seconds N] [NAME ...]: runs every race whose name contains one of NAME, all by default. Each kind of value, the
// stores, the navigator and the flows have N seconds (10). A race ends the program, says what is broken, or has its rounds counted.
let arguments = Array(CommandLine.arguments.dropFirst())
let given = arguments.first == "--seconds" ? arguments.dropFirst().first.flatMap(Double.init) : nil
let seconds = given ?? 10, names = arguments.dropFirst(given == nil ? 0 : 2)
let folder = try TemporaryFolder()
defer { try? folder.remove() }

@MainActor func isWanted(_ name: String) -> Bool { names.isEmpty || names.contains { name.contains($0) } }

func report(_ name: String, _ rounds: Int) {
  FileHandle.standardOutput.write(Data("ok \(name): \(rounds) rounds\n".utf8))
}

@MainActor func run(_ races: [Race]) {
  for race in races where isWanted(race.name) {
    report(race.name, race.run(for: .seconds(seconds / Double(races.count))))
  }
}

@MainActor func run<Value>(_ content: Content<Value>) {
  run([content.properties, content.observations, content.bindings, content.signals, content.commands])
}

run(.strings)
run(.arrays)
run(.objects)
run(.existentials)
run([
  MemoryStore<Note>().race("store in memory", steps: 500),
  FileStore<Note>(at: folder.url.appendingPathComponent("notes.json")).race("store in a file", steps: 20),
  SQLiteStore<Note>(at: folder.url.appendingPathComponent("notes.sqlite")).race("store in a database", steps: 20),
])
if isWanted("navigation") { report("navigation", try await ScreenRaces.navigation(for: .seconds(seconds))) }
if isWanted("flows") { report("flows", try await ScreenRaces.flows(for: .seconds(seconds))) }
