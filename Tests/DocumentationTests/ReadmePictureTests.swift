import BuiltPackage
import Foundation
import Testing

/// The picture at the top of the README.
@Suite struct ReadmePictureTests {
  private static let command = "WRITE_DIAGRAMS=1 swift test --filter ReadmePictureTests"

  @Test("the picture is the output of `playground draw` for the flow that the README names") func picture() async throws
  {
    let start = try Document("README.md").text.components(separatedBy: "\n## ")[0]
    let flow = try #require(start.firstMatch(of: /\(([\w\/.-]+\.flow)\)/)?.1, "the README names no flow")
    let path = try #require(start.firstMatch(of: /\n\n!\[[^\]]{20,}\]\(([\w\/.-]+\.svg)\)/)?.1, "no picture")
    let program = try Compiler().modules.deletingLastPathComponent().appendingPathComponent("playground").path
    let drawn = try await onOwnThread {
      try ToolRun([program, "draw", String(flow), "--animated"], in: Document.root)
    }
    try #require(drawn.succeeded, "\(drawn.text)")
    let file = Document.root.appendingPathComponent(String(path))
    if ProcessInfo.processInfo.environment["WRITE_DIAGRAMS"] != nil {
      try drawn.text.write(to: file, atomically: true, encoding: .utf8)
    }
    let isSame = (try? String(contentsOf: file, encoding: .utf8)) == drawn.text
    #expect(isSame, "\(path) is not what \(flow) gives; `\(Self.command)` writes it")
  }
}
