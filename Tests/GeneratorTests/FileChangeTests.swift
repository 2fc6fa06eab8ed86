import Generator
import Testing

@Suite struct FileChangeTests {
  private static let numbers = (1...20).map { "\($0)\n" }.joined()

  @Test("changes are shown with three lines around them, and close changes together")
  func hunks() {
    let after = Self.numbers.replacing("2\n3\n", with: "2\nnew\n3\n").replacing("6\n7\n", with: "6\n").replacing(
      "19\n", with: "x\n")
    let expected = """
      --- a/f
      +++ b/f
      @@ -1,10 +1,10 @@
       1
       2
      +new
       3
       4
       5
       6
      -7
       8
       9
       10
      @@ -16,5 +16,5 @@
       16
       17
       18
      -19
      +x
       20

      """
    #expect(FileChange("f", before: Self.numbers, after: after).diff == expected)
  }

  @Test("new and removed files, a missing last line break, and unchanged files are shown as git shows them") func ends()
  {
    #expect(FileChange("f", before: nil, after: "a\n").diff == "--- /dev/null\n+++ b/f\n@@ -0,0 +1,1 @@\n+a\n")
    #expect(FileChange("f", before: "a\n", after: nil).diff == "--- a/f\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n")
    #expect(
      FileChange("f", before: "a", after: "a\n").diff
        == "--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n")
    #expect(FileChange("f", before: "a\n", after: "a\n").diff.isEmpty)
  }

  @Test("each change is described by one word") func verbs() {
    let changes = [(nil, "a"), ("a", nil), ("a", "b"), ("a", "a")].map { FileChange("f", before: $0, after: $1) }
    #expect(changes.map(\.verb) == ["new", "removed", "changed", "unchanged"])
  }
}
