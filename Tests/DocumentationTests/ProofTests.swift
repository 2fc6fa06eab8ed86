import Foundation
import Testing

/// What the compiler cannot prove, a comment does.
@Suite struct ProofTests {
  /// The lines, counted from 1, that ask the compiler for trust and have no comment: none of their own, and none above them.
  private static func unproven(_ source: String) -> [Int] {
    let lines = source.components(separatedBy: "\n")
    return lines.indices.filter { index in
      guard lines[index].contains("nsafe") || lines[index].contains("@unchecked") else { return false }
      let code = lines[index].replacing(#/\/\/.*/#, with: "")
      guard code.contains(#/@unchecked Sendable|\(unsafe\)|\bunsafe[A-Z]\w*/#) else { return false }
      let above = lines[..<index].last { !$0.contains(#/^\s*@/#) } ?? ""
      return code == lines[index] && !above.contains(#/^\s*\/\//#)
    }.map { $0 + 1 }
  }

  @Test func everyUnsafePlaceHasAProof() throws {
    for path in Document.paths(in: "Sources", endingIn: ".swift") + Document.paths(in: "Playground", endingIn: ".swift")
    {
      for line in Self.unproven(try Document(path).text) {
        Issue.record("\(path):\(line): no comment says why this is safe")
      }
    }
  }

  @Test func whatHasNoCommentIsFound() {
    let source = """
      /// A proof.
      final class A: @unchecked Sendable {}
      final class B: @unchecked Sendable {}
      nonisolated(unsafe) let c = 1  // A proof.
      // A proof.
      @inlinable
      func d() { unsafeBitCast(1, to: Int.self) }
      unsafeDowncast(e, to: A.self)
      """
    #expect(Self.unproven(source) == [3, 8])
  }
}
