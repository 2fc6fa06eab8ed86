import Services
import Fixtures
import Foundation
import LoopbackServer
import Signals
import SignalsTesting
import Testing

/// Compiles and runs the sample of the overview article.
@Suite struct ReadmeTests {
  private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  @Test("the sample is the one that is compiled here") func sample() throws {
    let overview = Self.here.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
      "Sources/Services/Services.docc/Services.md")
    let blocks = try String(contentsOf: overview, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
    let sample = try String(contentsOf: Self.here.appendingPathComponent("ReadmeSample.swift"), encoding: .utf8)
      .components(separatedBy: "import Signals\n\n")
    #expect(blocks.contains { $0.hasPrefix(sample[1] + "```") })
  }

  @Test("the sample runs") func running() async throws {
    let folder = try TemporaryFolder(), day = Date(timeIntervalSinceReferenceDate: 0)
    let server = try LoopbackServer { request in
      request.path == "/people/a/b/items" ? .json(#"[{"id": 1, "name": "Milk", "due": 0}]"#) : .notFound
    }
    let time = VirtualTimeScheduler(), disk = VirtualTimeScheduler()
    let items = Items(in: folder.url, on: disk, from: server.url, on: time),
      milk = Item(id: 1, name: "Milk", due: day)
    let due = Recorder(items.due(day, day))
    #expect(try await answer(items.shared(by: "a/b")).get() == [milk])
    items.store.save(milk).start()
    disk.advance(by: .zero)
    time.advance(by: .zero)
    #expect(due.values == [[], [milk]])
  }
}
