import Foundation
import Testing

@testable import REPL

#if canImport(FoundationXML)
  import FoundationXML
#endif

@MainActor @Suite struct JUnitReportTests {
  private func reports() async throws -> [FlowReport] {
    [
      FlowReport(
        "a&b.flow", try await SmallApp.run("# <A> \"1\"\n> :open lab\n  Lab\n  echo: -\n# B\nlab> echo <\u{FFFE}]]>\n"),
        app: "small"),
      FlowReport(
        "b.flow", try await SmallApp.run("> :open lab\n  Lab\n  echo: -\n> spin\n# D\n> ping\n", stepLimit: 9),
        app: "small"),
      FlowReport(bad: "c.flow", at: FlowSyntaxError(line: 7, column: 2, reason: "no"), "no"),
    ]
  }

  @Test("one suite a flow, one case a phase") func report() async throws {
    #expect(
      JUnitReport.text(try await reports(), app: "small")
        == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="small" tests="5" failures="2" errors="1">
          <testsuite name="a&amp;b.flow" tests="2" failures="1" errors="0" skipped="0">
            <testcase name="&lt;A&gt; &quot;1&quot;" classname="a&amp;b.flow"/>
            <testcase name="B" classname="a&amp;b.flow">
              <failure message="a&amp;b.flow:5">      6   lab&gt; echo &lt;\u{FFFD}]]&gt;
                +   echo: &lt;\u{FFFD}]]&gt;</failure>
            </testcase>
          </testsuite>
          <testsuite name="b.flow" tests="2" failures="1" errors="0" skipped="1">
            <testcase name="(no title)" classname="b.flow">
              <failure message="b.flow:1">      1   &gt; :open lab
              2     Lab
              3     echo: -
              4   lab&gt; spin
                +   !! this did not end after 9 steps: what was made at line 4 by &apos;spin&apos;
                       schedules itself again and again; let it end, or move time by
                       less
          !! stopped at line 4; what follows it was not run</failure>
            </testcase>
            <testcase name="D" classname="b.flow"><skipped message="what came before it did not end"/></testcase>
          </testsuite>
          <testsuite name="c.flow" tests="1" failures="0" errors="1" skipped="0">
            <testcase name="(no flow)" classname="c.flow">
              <error message="c.flow:7">BAD  c.flow:7:2: no</error>
            </testcase>
          </testsuite>
        </testsuites>

        """.replacingOccurrences(of: "&apos;", with: "'"))
  }

  @Test("it is XML, of the elements and attributes that the schema of CI engines has, in their order") func schema()
    async throws
  {
    let reader = SchemaReader(), parser = XMLParser(data: Data(JUnitReport.text(try await reports(), app: "a").utf8))
    parser.delegate = reader
    #expect(parser.parse())
    #expect(reader.problems == [])
    #expect(reader.count == 1 + 3 + 5 + 4)
  }
}

/// The part of Jenkins's `junit-10.xsd` that reports use: what may be in what, and which attributes there have to be.
private final class SchemaReader: NSObject, XMLParserDelegate {
  private static let elements: [String: (parents: [String], required: Set<String>, optional: Set<String>)] = [
    "testsuites": ([], [], ["name", "time", "tests", "failures", "errors"]),
    "testsuite": (
      ["testsuites"], ["name", "tests", "failures", "errors"],
      ["group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url"]
    ),
    "testcase": (["testsuite"], ["name"], ["time", "classname", "group"]),
    "skipped": (["testcase"], [], ["type", "message"]), "error": (["testcase"], [], ["type", "message"]),
    "failure": (["testcase"], [], ["type", "message"]),
  ]
  private(set) var problems: [String] = []
  private(set) var count = 0
  private var open: [String] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    count += 1
    defer { open.append(name) }
    guard let element = Self.elements[name] else { return problems.append("there is no \(name)") }
    if !(open.last.map(element.parents.contains) ?? element.parents.isEmpty) { problems.append("\(name) in \(open)") }
    let given = Set(attributes.keys), missing = element.required.subtracting(given)
    let unknown = given.subtracting(element.required).subtracting(element.optional)
    if !missing.isEmpty || !unknown.isEmpty { problems.append("\(name): \(missing) are missing, \(unknown) unknown") }
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    open.removeLast()
  }
}
