import Foundation
import Services
import Testing

/// Removing secrets from texts.
@Suite struct RedactionTests {
  private func shown(_ text: String, hiding secret: String) -> String {
    HTTPRequest.post("/", .form([HTTPField("password", secret, .secret)])).hidingSecrets(in: text)
  }

  @Test(
    "a secret is hidden plain and as encoded in URLs, forms and JSON",
    arguments: [
      ("geh/eim+1", "not geh/eim+1, geh%2Feim%2B1, geh%2feim%2b1!", "not •••, •••, •••!"),
      ("geh/eim+1", #"{"password": "geh\/eim+1"}"#, #"{"password": "•••"}"#),
      ("pässwort", #"p\u00e4sswort, p%c3%a4sswort, p%C3%A4sswort"#, "•••, •••, •••"),
      ("a b c d", "a+b+c+d, a%20b%20c%20d", "•••, •••"), (#"a"b\c"#, #""a\"b\\c""#, #""•••""#),
      ("aaaa", "aaaaaaaab", "••••••b"), ("👩‍👩‍👧", #"\ud83d\udc69\u200d\ud83d\udc69\u200d\ud83d\udc67"#, "•••"),
      ("", "any", "any"),
    ])
  func forms(_ secret: String, _ text: String, _ hidden: String) {
    #expect(shown(text, hiding: secret) == hidden)
  }

  @Test("a secret of less than four characters is hidden only where it is a whole word")
  func short() {
    #expect(shown("ada, a user: wrong password 'a'", hiding: "a") == "ada, ••• user: wrong password '•••'")
    #expect(shown("1234 12 ü12 12", hiding: "12") == "1234 ••• ü12 •••")
  }

  @Test("every secret of a request is hidden, and the longest first") func several() {
    let request = HTTPRequest.get(
      "/", query: [HTTPField("key", "abcd", .secret)],
      headers: [HTTPField("Authorization", "Bearer abcdef"), HTTPField("X", "open")])
    #expect(request.hidingSecrets(in: "abcdef abcd bcde open Bearer abcdef") == "••• ••• bcde open •••")
  }
}
