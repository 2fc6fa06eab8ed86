import Foundation
import Testing

@testable import VIPER

/// The equality and the encoding of trees.
@Suite struct NavigationTreeTests {
  private func page(_ route: String, _ style: RouteStyle = .push, from id: Int? = nil, input: String? = nil)
    -> NavigationRequest
  {
    .open(Destination(route: route, input: input), style, from: id)
  }

  private func tree(_ depth: Int) throws -> NavigationTree {
    try (0..<depth).reduce(NavigationTree()) { try $0.transition(page("r\($1)")).after }
  }

  @Test func treesWithTheSameModulesAreEqual() throws {
    let b = Destination(route: "b", input: nil)
    let before = try NavigationTree.after(page("a")), replaced = try NavigationTree.after(page("a"), .replace(1, b))
    let same = [
      before, try NavigationTree.after(page("a"), page("b", from: 1), .close(2)), replaced,
      try NavigationTree.after(page("a"), page("b", .root, from: 1)),
    ]
    #expect(same[0] == same[1])
    #expect(same[2] == same[3])
    #expect(Set(same).count == 2)
    let others = [
      try NavigationTree.after(page("b")), try NavigationTree.after(page("a", input: "1")),
      try NavigationTree.after(page("a"), page("b", from: 1)),
      try NavigationTree.after(page("a"), page("b", .modal, from: 1)), NavigationTree(), replaced,
    ]
    #expect(!others.contains(before))
    #expect(Set(others).count == others.count)
  }

  @Test func aTreeIsEncodedTwoHundredModulesDeepAtMost() throws {
    let trees = [NavigationTree(), try tree(200)]
    #expect(try JSONDecoder().decode([NavigationTree].self, from: JSONEncoder().encode(trees)) == trees)
    let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode(try tree(201)) }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(
      context.debugDescription
        == "the tree is more than 200 modules deep, so it could not be restored; close some before saving it")
  }

  @Test func aThousandScreensOnTopOfEachOtherWork() throws {
    let tree = try tree(1_000)
    let closed = try tree.transition(.back(to: "r0", from: 1_000)).closed
    #expect(tree.path.count == 1_000)
    #expect(closed.map(\.id) == Array((2...1_000).reversed()))
  }
}
