import BuiltPackage
import Foundation
import Testing

/// Every operator has a diagram, as text in its comment and as a picture in its catalog, and the diagrams show its behaviour.
///
/// On the main actor, for the operators that deliver there.
@MainActor @Suite struct DiagramTests {
  nonisolated private static let diagrams = OperatorDiagram.all.flatMap(\.diagrams)
  /// The article is beside its pictures, so that it is readable without DocC, too.
  private static let folder = "Sources/Signals/Signals.docc/Operators"
  private static let command = "WRITE_DIAGRAMS=1 swift test --filter DiagramTests"

  @Test("the picture of an operator shows its behaviour", arguments: diagrams)
  func picture(_ diagram: OperatorDiagram) throws {
    let picture = MarblePicture(try diagram.chart()).svg
    let file = Document.root.appendingPathComponent("\(Self.folder)/\(diagram.name).svg")
    if ProcessInfo.processInfo.environment["WRITE_DIAGRAMS"] != nil {
      try picture.write(to: file, atomically: true, encoding: .utf8)
    }
    let isSame = (try? String(contentsOf: file, encoding: .utf8)) == picture
    #expect(isSame, "\(file.lastPathComponent) is not what \(diagram.call) does; `\(Self.command)` writes it")
  }

  @Test("every operator is drawn, in its comment and in the article, which has no other pictures") func comments()
    async throws
  {
    let operators = try await onOwnThread(SymbolGraph.operators)
    #expect(Set(operators.keys).symmetricDifference(Self.diagrams.map(\.symbol)) == [])
    #expect(operators.count > 50)
    for diagram in Self.diagrams {
      let symbols = operators[diagram.symbol] ?? [], lines = try diagram.chart().lines
      let text = "\n\n" + lines.map { "    \($0)\n" }.joined()
      let isThere = symbols.isEmpty || symbols.contains { "\n\($0.comment)\n".contains(text) }
      let expected = lines.map { "  ///     \($0)" }.joined(separator: "\n"), place = symbols.last?.place
      #expect(isThere, "\(place ?? diagram.symbol): the comment has to say\n\(expected)")
    }
    let text = try Document("\(Self.folder)/OperatorsDrawn.md").text
    for (purpose, diagrams) in OperatorDiagram.all {
      let section = try #require(text.components(separatedBy: "\n## \(purpose)\n").dropFirst().first)
      for diagram in diagrams {
        let links = section.components(separatedBy: "``\(diagram.symbol)")
        let isLinked = links.dropFirst().contains { $0.prefixMatch(of: /(-[A-Za-z.()<>,]+)?``/) != nil }
        #expect(isLinked, "no link to \(diagram.symbol), or no picture")
        #expect(section.contains("](\(diagram.name).svg)"), "no link to \(diagram.symbol), or no picture")
      }
    }
    let pictures = Document.paths(in: Self.folder, endingIn: ".svg")
    #expect(pictures == Self.diagrams.map { "\(Self.folder)/\($0.name).svg" }.sorted())
  }
}
