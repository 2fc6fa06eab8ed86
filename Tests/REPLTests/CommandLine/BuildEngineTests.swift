import Testing

@testable import REPL
@testable import REPLTools

/// A build is recognised by its environment.
@Suite struct BuildEngineTests {
  private static let rows: [([String: String], String?)] = [
    ([:], nil), (["CI": "true"], "CI"), (["CI": "1"], "CI"), (["CI": "True"], "CI"), (["CI": "woodpecker"], "CI"),
    (["CI": ""], nil),
    (["CI": "0"], nil), (["CI": "FALSE", "GITHUB_ACTIONS": "true"], nil), (["CI": "", "TF_BUILD": "True"], "TF_BUILD"),
    (["JENKINS_URL": "http://a"], "JENKINS_URL"), (["TRAVIS": ""], nil),
  ]

  @Test("CI decides unless it is empty; otherwise the variables of CI systems do", arguments: rows)
  func variable(_ machine: [String: String], _ name: String?) { #expect(BuildEngine.variable(in: machine) == name) }
}
