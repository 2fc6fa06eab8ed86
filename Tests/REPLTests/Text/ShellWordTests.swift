import Testing

@testable import REPL

@Suite struct ShellWordTests {
  @Test(
    "a text is quoted where a shell would not read it as one word",
    arguments: [
      ("a/b-1.flow", "a/b-1.flow"), ("登录.flow", "登录.flow"), ("", "''"), ("a b", "'a b'"), ("$HOME", "'$HOME'"),
      ("it's", "'it'\\''s'"), ("~", "'~'"), ("a[1]", "'a[1]'"),
    ])
  func quoted(_ text: String, _ word: String) { #expect(ShellWord.quoted(text) == word) }
}
