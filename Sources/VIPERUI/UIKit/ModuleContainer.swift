#if canImport(UIKit) && !os(watchOS)
  import UIKit
  import VIPER

  /// The view controller of a root, a tab or a modal: a stack, or an alert.
  @MainActor final class ModuleContainer {
    /// The module at the bottom of the stack.
    let base: NavigationTree.Node.ID
    weak var controller: UIViewController?
    /// The pages set on the stack. If the stack has fewer, the user has gone back.
    var pages: [NavigationTree.Node.ID] = []

    init(_ base: NavigationTree.Node.ID) { self.base = base }

    var stack: UINavigationController? { controller as? UINavigationController }
    var isPresented: Bool { controller?.presentingViewController != nil && controller?.isBeingDismissed == false }
  }

  /// A modal to present, with the view controller that presents it.
  @MainActor struct PresentedModal {
    /// Nil for what other code presented, such as an alert.
    let container: ModuleContainer?
    let controller: UIViewController
    let presenter: UIViewController
  }

  /// The view controllers of a tree's modules.
  @MainActor final class Screens {
    let tree: NavigationTree
    private var controllers: [NavigationTree.Node.ID: UIViewController] = [:]
    /// The containers of modals. Only this dictionary retains a modal that is not presented yet.
    var modals: [NavigationTree.Node.ID: UIViewController] = [:]

    init(of tree: NavigationTree, _ view: (NavigationTree.Node.ID) -> AnyObject?) throws(RouteError) {
      self.tree = tree
      var nodes = tree.root.map { [$0] } ?? []
      while let node = nodes.popLast() {
        let route = node.destination.route
        guard let controller = view(node.id) as? UIViewController else {
          throw .invalid("\(route) has no view controller; give its Assembly one")
        }
        for child in node.children { try Self.check(controller, for: child, of: route) }
        controllers[node.id] = controller
        nodes += node.children
      }
    }

    private static func check(
      _ controller: UIViewController, for child: NavigationTree.Node, of route: String
    ) throws(RouteError) {
      let name = "'\(child.destination.route)'", type = "\(Swift.type(of: controller))"
      switch child.style {
      case .tab where !(controller is UITabBarController):
        throw .invalid("\(route) has \(name) as a tab, so its view has to be a UITabBarController, not a \(type)")
      case .embedded where !(controller is any EmbeddingViewController):
        throw .invalid(
          "\(route) embeds \(name), so its view has to be an EmbeddingViewController, which \(type) is not")
      case .push where controller is UIAlertController:
        throw .invalid("\(route) is an alert, so \(name) cannot be pushed on it; present it from another module")
      default: break
      }
    }

    subscript(node: NavigationTree.Node) -> UIViewController { controllers[node.id] ?? UIViewController() }
  }
#endif
