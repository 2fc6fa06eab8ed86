import Foundation
import Services
import Signals
import SignalsTesting
import Testing

@Suite struct SecretMatcherTests {
  private func shown(_ text: String, hiding secret: String) -> String {
    HTTPRequest.get("/", headers: [HTTPField("X-Key", secret, .secret)]).hidingSecrets(in: text)
  }

  @Test(
    "a secret is found whichever of its characters are escaped, and however",
    arguments: [
      ("ab+c/d", #"ab+c/d, ab\u002Bc/d, ab\u002bc\/d, ab%2Bc/d, ab&#43;c&#x2F;d"#),
      ("pä/ss", #"pä/ss, p\u00e4/ss, p\u00E4\/ss, p%C3%A4%2Fss, p%c3%a4/ss, p&#228;/ss, p&#xE4;/ss, p&#XE4;&#047;ss"#),
      ("a<b>c&d", "a<b>c&d, a&lt;b&gt;c&amp;d, a&LT;b>c&#38;d, a%3cb%3ec%26d"),
      ("it's\"me", #"it's"me, it&#39;s&quot;me, it&apos;s"me, it\'s\"me, it\u0027s\u0022me, it%27s%22me"#),
      ("🔑key", #"🔑key, \ud83d\udd11key, \uD83D\uDD11k\u0065y, %F0%9F%94%91key, &#128273;key, &#x1f511;key"#),
      ("a b", "a b, a+b, a%20b, a&#32;b"), ("a\nb\t\u{7}", #"a\nb\t\u0007, a%0Ab%09%07, a&#10;b&#9;&#7;"#),
      (#"\u0041%41&lt;"#, #"\u0041%41&lt;, \\u0041%41&lt;, \u0041%2541%26lt;, \u0041%41&amp;lt;"#),
      (#"a\\é"#, #"a\\é, a\\\\é, a\\\\\u00e9"#),
      // One within another: an answer that quotes the answer of a server behind it, a page that shows JSON, JSON of a page.
      (
        "ä\"/<",
        #"\\u00e4\\\"\/<, &quot;\u00e4\&quot;/&lt;&quot;, \u0026#228;\u0026quot;/\u0026lt;, %5Cu00e4%5C%22/%3C"#
      ),
      ("a/b ü<c", #"a%2Fb \u00fc&lt;c, a\/b+%c3%bc&lt;c"#),
    ])
  func escaped(_ secret: String, _ text: String) {
    let texts = text.components(separatedBy: ", ")
    for text in texts {
      let shown = shown("[\(text)]", hiding: secret).replacing("&quot;", with: "")
      #expect(shown == "[•••]", "\(text)")
    }
  }

  @Test("what only looks like an escape is shown as it is, and does not hide a secret in it or beside it")
  func noEscapes() {
    let text =
      #"\ \x \u \u00 \u00g0 \ud83d \ud83d\u0041 \udd11 \u+041 % %4 %g1 %+f & &; &#; &#x; &lt &no; &#55296; &#99999999;"#
    #expect(shown(text, hiding: "key") == text)
    for part in text.split(separator: " ") { #expect(shown("\(part)key\(part)", hiding: "key") == "\(part)•••\(part)") }
    #expect(shown(#"C:\new%25%2 &ltnew"#, hiding: "new") == #"C:\•••%25%2 &lt•••"#)
    #expect(shown(#"C:\u0041%41"#, hiding: "41") == #"C:\u00•••%•••"#)
  }

  @Test("a secret ends where it ends, whatever accents follow, and is found with accents of its own of either kind")
  func accents() {
    #expect(
      shown("no: hunter2\u{301}!", hiding: "hunter2").unicodeScalars.elementsEqual("no: •••\u{301}!".unicodeScalars))
    for text in ["é", "e\u{301}", #"\u00e9"#, #"e\u0301"#, "%C3%A9", "e%CC%81"] {
      for secret in ["caf\u{E9}!", "cafe\u{301}!"] {
        #expect(shown("a caf\(text)!", hiding: secret) == "a •••", "\(text)")
      }
    }
  }

  @Test("secrets that overlap, or are in one another, are hidden as a whole")
  func overlapping() {
    #expect(shown("xababay", hiding: "aba") == "x•••y")
    let request = HTTPRequest.get(
      "/", headers: ["abc", "abcd", "cde"].map { HTTPField("X-Key", $0, .secret) })
    #expect(request.hidingSecrets(in: "abcdef abc cd") == "•••f ••• cd")
    // What fails late may have begun earlier.
    #expect(shown("aaaab aabaab", hiding: "aaab") == "a••• aabaab")
    #expect(shown("ababac ababcababac", hiding: "ababac") == "••• ababc•••")
  }

  @Test(
    "where a text is cut within a secret, nothing of it is shown, however it is escaped",
    arguments: [
      #"geh🔑\/im"#, #"geh\ud83d\udd11/im"#, "geh%F0%9F%94%91%2fim", "geh&#128273;&#x2f;im", #"geh\\ud83d\\udd11\\/im"#,
    ])
  func cut(_ escaped: String) {
    let request = HTTPRequest.get("/", headers: [HTTPField("X-Key", "geh🔑/im", .secret)])
    for lead in 0...escaped.utf8.count {
      // Hidden, it is short: then what is at the cut is shown.
      let shown = String(repeating: "x", count: lead), body = shown + String(repeating: escaped, count: 1000)
      let transport = AnyTransport { _ in .just(HTTPResponse(500, body: Data(body.utf8))) }
      let failure = Recorder(transport.call(request.decodingText)).failure
      #expect(failure?.description == "the server answered 500: \(shown)•••…")
    }
  }

  @Test("neither a long secret nor a text that almost repeats it takes long") func long() {
    let many = String(repeating: "a", count: 100_000)
    #expect(shown(many + many, hiding: many + "b") == many + many)
    #expect(shown(many + many + "b", hiding: many + "b") == many + "•••")
    #expect(shown(many + many, hiding: many) == "•••")
    for mark in ["\\", "%25", "&amp;"] {
      let text = String(repeating: mark, count: 30_000)
      #expect(shown(text, hiding: text + "b") == text)
      #expect(shown(text + "b", hiding: text + "b") == "•••")
    }
  }
}
