#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  /// The view controller of a module that embeds other modules.
  public protocol EmbeddingViewController: UIViewController {
    /// The view for embedded modules: one below the other if it is a `UIStackView`, otherwise each over the whole of it.
    var embeddingView: UIView { get }
  }

  /// Adds the view controllers of embedded modules to those of their hosts.
  @MainActor final class Embedding {
    private struct Child { weak var controller: UIViewController? }
    /// The embedded view controllers of each host. If a host has gone, its identifier may be reused, but its children have
    /// gone, too.
    private var children: [ObjectIdentifier: [Child]] = [:]

    /// Embeds these view controllers, and removes all others.
    func embed(_ wanted: [UIViewController], in host: UIViewController) {
      guard let host = host as? any EmbeddingViewController else { return }
      let id = ObjectIdentifier(host)
      for child in (children[id] ?? []).compactMap(\.controller) where child.parent === host && !wanted.contains(child)
      {
        child.willMove(toParent: nil)
        child.view.removeFromSuperview()
        child.removeFromParent()
      }
      children[id] = wanted.isEmpty ? nil : wanted.map(Child.init)
      for child in wanted where child.parent !== host { Self.add(child, to: host) }
    }

    private static func add(_ child: UIViewController, to host: some EmbeddingViewController) {
      host.loadViewIfNeeded()
      let place = host.embeddingView
      host.addChild(child)
      if let place = place as? UIStackView {
        place.addArrangedSubview(child.view)
      } else {
        child.view.frame = place.bounds
        child.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        place.addSubview(child.view)
      }
      child.didMove(toParent: host)
    }
  }
#endif
