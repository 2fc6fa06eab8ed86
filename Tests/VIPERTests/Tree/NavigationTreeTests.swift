import Foundation
import Testing

@testable import VIPER

/// The encoding of a tree.
@Suite struct NavigationTreeTests {
  @Test func aTreeIsEncodedTwoHundredModulesDeepAtMost() throws {
    let deepest = NavigationTree().deep(200)
    #expect(deepest.path.count == 200)
    let data = try JSONEncoder().encode(deepest)
    #expect(try JSONDecoder().decode(NavigationTree.self, from: data) == deepest)
    let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode(NavigationTree().deep(201)) }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(
      context.debugDescription
        == "the tree is more than 200 modules deep, so it could not be restored; close some before saving it")
  }

  @Test func anEmptyTreeIsEncodedToo() throws {
    let data = try JSONEncoder().encode(NavigationTree())
    #expect(try JSONDecoder().decode(NavigationTree.self, from: data) == NavigationTree())
  }
}

extension NavigationTree {
  /// This tree with `depth` more modules on top of each other.
  fileprivate func deep(_ depth: Int) -> NavigationTree {
    (0..<depth).reduce(self) { tree, _ in
      let page = Destination(route: "page", input: nil)
      guard case .perform(let transition) = tree.decide(.open(page, .push, from: nil)) else { return tree }
      return transition.after
    }
  }
}
