import Testing

@testable import VIPER

/// The way to the screens of a link, in every kind of tree; written as in `DecisionTables`.
@Suite struct WayToScreensTests {
  private static let fromTheRoot = [
    ("nothing", "ab", "a1[>b2']"), ("a1", "bc", "b2[>c3']"), ("a1[>b2[^c3]]", "ab", "a1[>b2']"),
    ("a1[>b2[^c3]]", "ac", "a1[>c4']"), ("a1[>b2[^c3]]", "abc", "a1[>b2[^c3']]"),
    ("a1[|b2* |c3]", "ac", "a1'[|b2 |c3*']"), ("a1[|b2* |c3]", "acd", "a1'[|b2 |c3*[>d4']]"),
    ("a1[|b2* >d3]", "ab", "a1'[|b2*']"), ("a1[+b2 >c3]", "ab", "a1'[+b2']"), ("a1[+b2]", "abc", "a1[+b2 >c3']"),
  ]
  private static let onAModule = [
    ("a1[>b2]", 1, "c", "covered"), ("a1[>b2]", 1, "bc", "a1[>b2[>c3']]"), ("a1[>b2]", 2, "c", "a1[>b2[>c3']]"),
    ("a1[|b2* |c3]", 1, "c", "a1'[|b2 |c3*']"), ("a1[+b2]", 2, "c", "a1[+b2 >c3']"), ("a1", 9, "b", "closed"),
  ]

  private func text(_ tree: String, _ screens: String, on module: Int?) -> String {
    let screens = screens.map {
      NavigationRequest.Screen(destination: Destination(route: String($0), input: nil), style: .push)
    }
    let request = NavigationRequest.reach(screens, on: module, mayClose: module == nil)
    return DecisionTableTests.text(DecisionTableTests.tree(tree).decide(request))
  }

  @Test(arguments: fromTheRoot) func aWholeLinkClosesWhatIsInItsWay(tree: String, screens: String, after: String) {
    #expect(text(tree, screens, on: nil) == after)
  }

  @Test(arguments: onAModule)
  func aLinkOnAModuleClosesNothing(tree: String, module: Int, screens: String, after: String) {
    #expect(text(tree, screens, on: module) == after)
  }
}
