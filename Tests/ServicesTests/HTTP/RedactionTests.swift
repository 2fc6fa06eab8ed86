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
      // As the usual encoders of JSON write it: Go, .NET, Jackson in ASCII, and one that escapes any letter.
      ("p<q&r>s+d'é", #"p\u003cq\u0026r\u003es+d'é, p\u003Cq\u0026r\u003Es\u002Bd\u0027\u00E9"#, "•••, •••"),
      ("p<q&r>s+d'é", #"p<q&r>s+d'\u00E9, \u0070<q&r>s+d\'é"#, "•••, •••"),
      ("pass\u{0}word\n", #"pass\u0000word\n, pass%00word%0A"#, "•••, •••"),
      // As encodeURIComponent, and as encoders of forms write it, and then inside of JSON.
      ("ab cd!(ef)*'g", "ab%20cd!(ef)*'g, ab+cd%21%28ef%29*%27g, ab%20cd%21(ef)%2a'g", "•••, •••, •••"),
      ("ab cd/ü", #"ab\u002Bcd%2F%C3%BC, ab+cd\/%c3%bc"#, "•••, •••"), ("abcd", "%61bcd, a%62c%64", "•••, •••"),
      // In a plain text, these characters stand for themselves.
      (#"50%25\n"#, #"50%25\n, 50%2525%5Cn, 50%25\\n"#, "•••, •••, •••"), ("%%%%", "%%%%, %25%25%25%25", "•••, •••"),
      // Incomplete encodings, and those of other characters, are left as they are.
      (
        "👩ab", #"\ud83d \ud83dab \ud83d\u0061 \ud83 %f %F0%9f%91 \x \"#,
        #"\ud83d \ud83dab \ud83d\u0061 \ud83 %f %F0%9f%91 \x \"#
      ),
    ] as [(String, String, String)])
  func forms(_ secret: String, _ text: String, _ hidden: String) {
    let request = HTTPRequest.post("/", .form([HTTPField("password", secret, .secret)]))
    #expect(request.hidingSecrets(in: text) == hidden)
  }

  @Test("a shorter secret that overlaps the beginning of a longer one shows nothing of it") func overlapping() {
    let fields = ["abcdefghij0123456789", "Bearerabcdef"].map { HTTPField("password", $0, .secret) }
    let hidden = HTTPRequest.post("/", .form(fields)).hidingSecrets(in: "Bearerabcdefghij0123456789")
    #expect(hidden == "Bearer•••")
  }

  @Test("composed and decomposed letters are different secrets, and both are hidden") func letters() {
    let fields = ["caf\u{e9}", "cafe\u{301}"].map { HTTPField("password", $0, .secret) }
    #expect(HTTPRequest.post("/", .form(fields)).hidingSecrets(in: "caf\u{e9} cafe\u{301}") == "••• •••")
  }

  @Test("every secret of a request is hidden, and the longest first") func several() {
    let request = HTTPRequest.get(
      "/", query: [HTTPField("key", "abcd", .secret)],
      headers: [HTTPField("Authorization", "Bearer abcdef"), HTTPField("X", "open")])
    #expect(request.hidingSecrets(in: "abcdef abcd bcde open Bearer abcdef") == "••• ••• bcde open •••")
  }
}
