import Services
import Testing

/// Removing secrets from texts.
@Suite struct RedactionTests {
  @Test(
    "a secret is hidden plain and as encoded in URLs, forms and JSON; a short one only where it is a whole word",
    arguments: [
      ("geh/eim+1", "not geh/eim+1, geh%2Feim%2B1, geh%2feim%2b1!", "not •••, •••, •••!"),
      ("geh/eim+1", #"{"password": "geh\/eim+1"}"#, #"{"password": "•••"}"#),
      ("pässwort", #"p\u00e4sswort, p%c3%a4sswort, p%C3%A4sswort"#, "•••, •••, •••"),
      ("a b c d", "a+b+c+d, a%20b%20c%20d", "•••, •••"), (#"a"b\c"#, #""a\"b\\c""#, #""•••""#),
      ("aaaa", "aaaaaaaab", "••••••b"), ("👩‍👩‍👧", #"\ud83d\udc69\u200d\ud83d\udc69\u200d\ud83d\udc67"#, "•••"),
      ("", "any", "any"), ("a", "ada, a user: wrong password 'a'", "ada, ••• user: wrong password '•••'"),
      ("12", "1234 12 ü12 12", "1234 ••• ü12 •••"),
    ] as [(String, String, String)])
  func forms(_ secret: String, _ text: String, _ hidden: String) {
    let request = HTTPRequest.post("/", .form([HTTPField("password", secret, .secret)]))
    #expect(request.hidingSecrets(in: text) == hidden)
  }

  @Test("every secret of a request is hidden, and the longest first") func several() {
    let request = HTTPRequest.get(
      "/", query: [HTTPField("key", "abcd", .secret)],
      headers: [HTTPField("Authorization", "Bearer abcdef"), HTTPField("X", "open")])
    #expect(request.hidingSecrets(in: "abcdef abcd bcde open Bearer abcdef") == "••• ••• bcde open •••")
  }
}
