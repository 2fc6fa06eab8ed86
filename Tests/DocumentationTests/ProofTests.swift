import Foundation
import Testing

/// Code that the compiler cannot check has a comment that proves it.
@Suite struct ProofTests {
  /// The numbers of the unchecked lines without a comment beside them or above them in their paragraph. Lines count from 1; a
  /// paragraph ends at a blank line.
  private static func unproven(_ source: String) -> [Int] {
    let lines = source.components(separatedBy: "\n")
    var hasComment = false
    return lines.indices.filter { index in
      let line = lines[index], comment = line.range(of: "//")
      if line.allSatisfy(\.isWhitespace) { hasComment = false }
      if comment != nil { hasComment = true }
      return !hasComment && line.range(of: trusting, options: .regularExpression) != nil
    }.map { $0 + 1 }
  }

  private static let trusting =
    #"@unchecked Sendable|\(unchecked\)|\bunsafe\b|\bunsafe[A-Z]|\bUnmanaged\b|_withUnsafe|passRetained|passUnretained"#

  @Test func everyUnsafePlaceHasAProof() throws {
    let paths = ["Sources", "Playground"].flatMap { Document.paths(in: $0, endingIn: ".swift") }
    let unproven = try paths.flatMap { path in
      Self.unproven(try Document(path).text).map { "\(path):\($0): no comment says why this is safe" }
    }
    #expect(unproven == [])
  }

  @Test func anUncommentedPlaceIsFound() {
    let source = """
      /// A proof.
      final class A: @unchecked Sendable {}

      nonisolated(unsafe) let c = 1  // A proof.
      // A proof.
      @inlinable
      func d() { unsafeBitCast(1, to: Int.self) }

      unsafeDowncast(e, to: A.self)
      Unmanaged.passRetained(f).release()

      @exclusivity(unchecked) var g = 1
      h._withUnsafeGuaranteedRef { $0.run() }
      unsafe i.run()
      """
    #expect(Self.unproven(source) == [9, 10, 12, 13, 14])
  }
}
