import Racing
import Services

let program = RaceProgram(), folder = try TemporaryFolder()
defer { try? folder.remove() }

program.run([
  MemoryStore<Note>().race("store in memory", steps: 500),
  FileStore<Note>(at: folder.url.appendingPathComponent("notes.json")).race("store in a file", steps: 20),
  SQLiteStore<Note>(at: folder.url.appendingPathComponent("notes.sqlite")).race("store in a database", steps: 20),
])
try await program.run("navigation", ScreenRaces.navigation)
try await program.run("flows", ScreenRaces.flows)
