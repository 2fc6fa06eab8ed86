import Testing

@testable import VIPER

/// Every request in every kind of tree, from every module of it and from nobody.
///
/// A tree is written on one line: `a1[+p2 |b3* |c4 >d5]` is `a` with `p` embedded, the tabs `b` (selected) and `c`, and `d`
/// pushed on it; `^` is a modal. Those who ask are before the colon, `-` for nobody; then what becomes of it: the tree, the
/// module that is joined, or why not.
@Suite struct DecisionTableTests {
  @Test(arguments: [
    """
    nothing
      push  -:x1
      modal  -:x1
      tab  -:x1
      embed  -:x1
      root  -:x1
    """,
    """
    a1
      push  -,1:a1[>x2]
      modal  -,1:a1[^x2]
      tab  -,1:a1[|x2*]
      embed  -,1:a1[+x2]
      root  -:x2
      replace  1:x2
      replace by b  1:b2
      close  1:nothing below
      back to a  1:closed
      back to b  1:closed
      select b  1:closed
      select x  1:closed
    """,
    """
    a1[>b2]
      push  -,2:a1[>b2[>x3]]  1:covered
      modal  -,2:a1[>b2[^x3]]  1:covered
      tab  -,2:a1[>b2[|x3*]]  1:a1[>b2 |x3*]
      embed  -,2:a1[>b2[+x3]]  1:a1[>b2 +x3]
      root  -:x3
      again  2:join 2
      replace  1:x3  2:a1[>x3]
      replace by b  1:b3  2:a1[>b3]
      close  1:nothing below  2:a1
      back to a  1:closed  2:a1
      back to b  1,2:closed
      select b  1,2:closed
      select x  1,2:closed
    """,
    """
    a1[>b2[^c3]]
      push  -,3:a1[>b2[^c3[>x4]]]  1,2:covered
      modal  -,3:a1[>b2[^c3[^x4]]]  1,2:covered
      tab  -,3:a1[>b2[^c3[|x4*]]]  1:a1[>b2[^c3] |x4*]  2:a1[>b2[^c3 |x4*]]
      embed  -,3:a1[>b2[^c3[+x4]]]  1:a1[>b2[^c3] +x4]  2:a1[>b2[^c3 +x4]]
      root  -:x4
      again  2:join 2  3:join 3
      replace  1:x4  2:a1[>x4]  3:a1[>b2[^x4]]
      replace by b  1:b4  2:a1[>b4]  3:a1[>b2[^b4]]
      close  1:nothing below  2:a1  3:a1[>b2]
      back to a  1:closed  2,3:a1
      back to b  1,2:closed  3:a1[>b2]
      select b  1,2,3:closed
      select x  1,2,3:closed
    """,
    """
    a1[|b2* |c3]
      push  -,2:a1[|b2*[>x4] |c3]  1:a1[|b2* |c3 >x4]  3:a1[|b2* |c3[>x4]]
      modal  -,2:a1[|b2*[^x4] |c3]  1:a1[|b2* |c3 ^x4]  3:a1[|b2* |c3[^x4]]
      tab  -,2:a1[|b2*[|x4*] |c3]  1:a1[|b2* |c3 |x4]  3:a1[|b2* |c3[|x4*]]
      embed  -,2:a1[|b2*[+x4] |c3]  1:a1[|b2* |c3 +x4]  3:a1[|b2* |c3[+x4]]
      root  -:x4
      again  2:join 2  3:join 3
      replace  1:x4  2:a1[|x4* |c3]  3:a1[|b2* |x4]
      replace by b  1:b4  2:a1[|b4* |c3]  3:'b' is open beside it already; select or close that
      close  1:nothing below  2:a1[|c3*]  3:a1[|b2*]
      back to a  1:closed  2,3:join 1
      back to b  1,2,3:closed
      select b  1,2,3:join 2
      select x  1,2,3:closed
    """,
    """
    a1[|b2[>d3] |c4*]
      push  -,4:a1[|b2[>d3] |c4*[>x5]]  1:a1[|b2[>d3] |c4* >x5]  2:covered  3:a1[|b2[>d3[>x5]] |c4*]
      modal  -,4:a1[|b2[>d3] |c4*[^x5]]  1:a1[|b2[>d3] |c4* ^x5]  2:covered  3:a1[|b2[>d3[^x5]] |c4*]
      tab  -,4:a1[|b2[>d3] |c4*[|x5*]]  1:a1[|b2[>d3] |c4* |x5]  2:a1[|b2[>d3 |x5*] |c4*]  3:a1[|b2[>d3[|x5*]] |c4*]
      embed  -,4:a1[|b2[>d3] |c4*[+x5]]  1:a1[|b2[>d3] |c4* +x5]  2:a1[|b2[>d3 +x5] |c4*]  3:a1[|b2[>d3[+x5]] |c4*]
      root  -:x5
      again  2:join 2  3:join 3  4:join 4
      replace  1:x5  2:a1[|x5 |c4*]  3:a1[|b2[>x5] |c4*]  4:a1[|b2[>d3] |x5*]
      replace by b  1:b5  2:a1[|b5 |c4*]  3:a1[|b2[>b5] |c4*]  4:'b' is open beside it already; select or close that
      close  1:nothing below  2:a1[|c4*]  3:a1[|b2 |c4*]  4:a1[|b2*[>d3]]
      back to a  1:closed  2,4:join 1  3:a1[|b2 |c4*]
      back to b  1,2,4:closed  3:a1[|b2 |c4*]
      select b  1,2,3,4:a1[|b2*[>d3] |c4]
      select x  1,2,3,4:closed
    """,
    """
    a1[|b2* >d3]
      push  -,3:a1[|b2* >d3[>x4]]  1:covered  2:a1[|b2*[>x4] >d3]
      modal  -,3:a1[|b2* >d3[^x4]]  1:covered  2:a1[|b2*[^x4] >d3]
      tab  -,3:a1[|b2* >d3[|x4*]]  1:a1[|b2* >d3 |x4]  2:a1[|b2*[|x4*] >d3]
      embed  -,3:a1[|b2* >d3[+x4]]  1:a1[|b2* >d3 +x4]  2:a1[|b2*[+x4] >d3]
      root  -:x4
      again  2:join 2  3:join 3
      replace  1:x4  2:a1[|x4* >d3]  3:a1[|b2* >x4]
      replace by b  1:b4  2:a1[|b4* >d3]  3:a1[|b2* >b4]
      close  1:nothing below  2:a1[>d3]  3:a1[|b2*]
      back to a  1:closed  2,3:a1[|b2*]
      back to b  1,2,3:closed
      select b  1,2,3:join 2
      select x  1,2,3:closed
    """,
    """
    a1[+b2 +c3]
      push  -,1,2,3:a1[+b2 +c3 >x4]
      modal  -,1,2,3:a1[+b2 +c3 ^x4]
      tab  -,1:a1[+b2 +c3 |x4*]  2:a1[+b2[|x4*] +c3]  3:a1[+b2 +c3[|x4*]]
      embed  -,1:a1[+b2 +c3 +x4]  2:a1[+b2[+x4] +c3]  3:a1[+b2 +c3[+x4]]
      root  -:x4
      again  2:join 2  3:join 3
      replace  1:x4  2:a1[+x4 +c3]  3:a1[+b2 +x4]
      replace by b  1:b4  2:a1[+b4 +c3]  3:'b' is open beside it already; select or close that
      close  1:nothing below  2:a1[+c3]  3:a1[+b2]
      back to a  1:closed  2,3:join 1
      back to b  1,2,3:closed
      select b  1,2,3:closed
      select x  1,2,3:closed
    """,
    """
    a1[+b2[+c3] >d4]
      push  -,4:a1[+b2[+c3] >d4[>x5]]  1,2,3:covered
      modal  -,4:a1[+b2[+c3] >d4[^x5]]  1,2,3:covered
      tab  -,4:a1[+b2[+c3] >d4[|x5*]]  1:a1[+b2[+c3] >d4 |x5*]  2:a1[+b2[+c3 |x5*] >d4]  3:a1[+b2[+c3[|x5*]] >d4]
      embed  -,4:a1[+b2[+c3] >d4[+x5]]  1:a1[+b2[+c3] >d4 +x5]  2:a1[+b2[+c3 +x5] >d4]  3:a1[+b2[+c3[+x5]] >d4]
      root  -:x5
      again  2:join 2  3:join 3  4:join 4
      replace  1:x5  2:a1[+x5 >d4]  3:a1[+b2[+x5] >d4]  4:a1[+b2[+c3] >x5]
      replace by b  1:b5  2:a1[+b5 >d4]  3:a1[+b2[+b5] >d4]  4:a1[+b2[+c3] >b5]
      close  1:nothing below  2:a1[>d4]  3:a1[+b2 >d4]  4:a1[+b2[+c3]]
      back to a  1:closed  2,3,4:a1[+b2[+c3]]
      back to b  1,2,4:closed  3:join 2
      select b  1,2,3,4:closed
      select x  1,2,3,4:closed
    """,
    """
    a1[>b2[|c3*[>d4]]]
      push  -,4:a1[>b2[|c3*[>d4[>x5]]]]  1,3:covered  2:a1[>b2[|c3*[>d4] >x5]]
      modal  -,4:a1[>b2[|c3*[>d4[^x5]]]]  1,3:covered  2:a1[>b2[|c3*[>d4] ^x5]]
      tab  -,4:a1[>b2[|c3*[>d4[|x5*]]]]  1:a1[>b2[|c3*[>d4]] |x5*]  2:a1[>b2[|c3*[>d4] |x5]]  3:a1[>b2[|c3*[>d4 |x5*]]]
      embed  -,4:a1[>b2[|c3*[>d4[+x5]]]]  1:a1[>b2[|c3*[>d4]] +x5]  2:a1[>b2[|c3*[>d4] +x5]]  3:a1[>b2[|c3*[>d4 +x5]]]
      root  -:x5
      again  2:join 2  3:join 3  4:join 4
      replace  1:x5  2:a1[>x5]  3:a1[>b2[|x5*]]  4:a1[>b2[|c3*[>x5]]]
      replace by b  1:b5  2:a1[>b5]  3:a1[>b2[|b5*]]  4:a1[>b2[|c3*[>b5]]]
      close  1:nothing below  2:a1  3:a1[>b2]  4:a1[>b2[|c3*]]
      back to a  1:closed  2,3,4:a1
      back to b  1,2:closed  3:join 2  4:a1[>b2[|c3*]]
      select b  1,2,3,4:closed
      select x  1,2,3,4:closed
    """,
  ]) func everyRequestIsDecidedAsInTheTable(table: String) {
    let tree = Self.tree(String(table.prefix { $0 != "\n" }))
    #expect(Self.table(tree) == table)
  }

  @Test func whoeverIsGoneCanAskForNothing() {
    let x = Destination(route: "x", input: nil), tree = Self.tree("a1[|b2* >d3]")
    let requests: [NavigationRequest] = [
      .open(x, .push, from: 99), .open(x, .modal, from: 99), .open(x, .tab, from: 99), .open(x, .embedded, from: 99),
      .replace(99, x), .close(99), .back(to: "a", from: 99), .select(x, from: 99),
    ]
    for request in requests { #expect(Self.text(tree.decide(request)) == "closed", "\(request)") }
  }

  /// The table of a tree: a line for each request.
  private static func table(_ tree: NavigationTree) -> String {
    let x = Destination(route: "x", input: nil)
    let b = Destination(route: "b", input: nil)
    let modules = tree.nodes.map(\.id), everybody: [Int?] = [nil] + modules
    let rows: [(String, [(Int?, NavigationRequest)])] = [
      ("push", everybody.map { ($0, .open(x, .push, from: $0)) }),
      ("modal", everybody.map { ($0, .open(x, .modal, from: $0)) }),
      ("tab", everybody.map { ($0, .open(x, .tab, from: $0)) }),
      ("embed", everybody.map { ($0, .open(x, .embedded, from: $0)) }),
      ("root", [(nil, .open(x, .root, from: nil))]),
      (
        "again",
        tree.nodes.dropFirst().map { ($0.id, .open($0.destination, $0.style, from: tree.parent(of: $0.id)?.id)) }
      ),
      ("replace", modules.map { ($0, .replace($0, x)) }), ("replace by b", modules.map { ($0, .replace($0, b)) }),
      ("close", modules.map { ($0, .close($0)) }), ("back to a", modules.map { ($0, .back(to: "a", from: $0)) }),
      ("back to b", modules.map { ($0, .back(to: "b", from: $0)) }),
      ("select b", modules.map { ($0, .select(b, from: $0)) }),
      ("select x", modules.map { ($0, .select(x, from: $0)) }),
    ]
    let lines = rows.filter { !$1.isEmpty }.map { name, requests in
      var outcomes: [(askers: [String], outcome: String)] = []
      for (asker, request) in requests {
        let outcome = text(tree.decide(request)), name = asker.map(String.init) ?? "-"
        if let index = outcomes.firstIndex(where: { $0.outcome == outcome }) {
          outcomes[index].askers.append(name)
        } else {
          outcomes.append(([name], outcome))
        }
      }
      return "  \(name)  "
        + outcomes.map { $0.askers.joined(separator: ",") + ":" + $0.outcome }.joined(separator: "  ")
    }
    return ([text(tree)] + lines).joined(separator: "\n")
  }

  private static func text(_ decision: NavigationDecision) -> String {
    switch decision {
    case .perform(let transition): text(transition.after)
    case .join(let id): "join \(id)"
    case .reject(.covered): "covered"
    case .reject(.closed): "closed"
    case .reject(.nothingBelow): "nothing below"
    case .reject(let error): "\(error)"
    }
  }

  private static let marks: [(NavigationTree.Style, String)] = [
    (.push, ">"), (.modal, "^"), (.tab, "|"), (.embedded, "+"), (.root, ""),
  ]

  private static func text(_ tree: NavigationTree) -> String {
    func text(_ node: NavigationTree.Node, isSelected: Bool) -> String {
      let mark = marks.first { $0.0 == node.style }?.1 ?? ""
      let children = node.children.map { text($0, isSelected: $0.id == node.selected) }.joined(separator: " ")
      return mark + node.destination.route + "\(node.id)" + (isSelected ? "*" : "")
        + (children.isEmpty ? "" : "[\(children)]")
    }
    return tree.root.map { text($0, isSelected: false) } ?? "nothing"
  }

  /// Reads a tree of one letter and one digit a module.
  private static func tree(_ text: String) -> NavigationTree {
    var tree = NavigationTree(), hosts: [Int] = [], style = NavigationTree.Style.root, last: Int?
    for character in text == "nothing" ? "" : text {
      if let mark = marks.first(where: { $0.1 == String(character) }) {
        style = mark.0
      } else if character == "[" {
        hosts += last.map { [$0] } ?? []
      } else if character == "]" {
        hosts.removeLast()
      } else if character == "*", let id = last, let destination = tree.node(id)?.destination {
        if case .perform(let transition) = tree.decide(.select(destination, from: hosts.last ?? 0)) {
          tree = transition.after
        }
      } else if character.isLetter {
        let destination = Destination(route: String(character), input: nil)
        last = tree.nextID
        if case .perform(let transition) = tree.decide(.open(destination, style, from: hosts.last)) {
          tree = transition.after
        }
      }
    }
    return tree
  }
}
