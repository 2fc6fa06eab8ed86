import Generator
import Testing

@Suite struct FileChangeTests {
  @Test("changes are shown as git shows them, with three lines around them, and each file has a word")
  func diffs() {
    let before = (1...20).map { "\($0)\n" }.joined()
    let after = before.replacing("2\n3\n", with: "2\nnew\n3\n").replacing("6\n7\n", with: "6\n").replacing(
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
    #expect(FileChange("f", before: before, after: after).diff == expected)

    // New and removed files, a missing last line break, and an unchanged file.
    let changes = [(nil, "a\n"), ("a\n", nil), ("a", "a\n"), ("a\n", "a\n"), ("a\r\nb\r\n", "a\r\nc\r\n")].map {
      FileChange("f", before: $0, after: $1)
    }
    #expect(changes.map(\.verb) == ["new", "removed", "changed", "unchanged", "changed"])
    let diffs = [
      "--- /dev/null\n+++ b/f\n@@ -0,0 +1,1 @@\n+a\n", "--- a/f\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n",
      "--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n", "",
      "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n",
    ]
    #expect(changes.map(\.diff) == diffs)
  }
}
