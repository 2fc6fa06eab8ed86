import VIPER

/// What of the visible screen was printed last: what it shows now is printed as far as it differs.
@MainActor struct PrintedScreen {
  private var node: NavigationTree.Node.ID?
  private var regions: [[String]] = []

  /// Takes what views show as printed; gives what of it is to be printed. Of another screen that is all of it; of the same
  /// one it is the regions that changed, in the order the views declare them, and after an alert the fields, changed or not:
  /// what was typed is still there.
  mutating func take(_ views: [ConsoleView], of node: NavigationTree.Node.ID?, afterAlert: Bool) -> [String] {
    let regions = views.flatMap(\.regions), inputs = views.flatMap { $0.controls.map(\.isInput) }
    let isOther = node != self.node || regions.count != self.regions.count
    let changed = regions.indices.filter { index in
      isOther || regions[index] != self.regions[index] || afterAlert && inputs[index]
    }
    (self.node, self.regions) = (node, regions)
    return changed.flatMap { regions[$0] }
  }
}
