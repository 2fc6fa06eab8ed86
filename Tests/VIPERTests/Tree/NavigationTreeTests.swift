import Foundation
import Testing

@testable import VIPER

/// The encoding of a tree.
@Suite struct NavigationTreeTests {
  @Test func aTreeIsEncodedTwoHundredModulesDeepAtMost() throws {
    func tree(_ depth: Int) throws -> NavigationTree {
      let page = Destination(route: "page", input: nil)
      return try (0..<depth).reduce(NavigationTree()) { tree, _ in
        try tree.transition(.open(page, .push, from: nil)).after
      }
    }
    for tree in [NavigationTree(), try tree(200)] {
      let data = try JSONEncoder().encode(tree)
      #expect(try JSONDecoder().decode(NavigationTree.self, from: data) == tree)
    }
    let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode(try tree(201)) }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(
      context.debugDescription
        == "the tree is more than 200 modules deep, so it could not be restored; close some before saving it")
  }
}
