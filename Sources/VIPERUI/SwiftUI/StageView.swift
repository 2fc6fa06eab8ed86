#if canImport(SwiftUI)
  public import SwiftUI
  import VIPER

  /// The root view of an app's window, which draws a ``SwiftUIStage``.
  ///
  ///     WindowGroup { StageView(stage) }
  public struct StageView: View {
    private let stage: SwiftUIStage

    /// Draws the stage.
    public init(_ stage: SwiftUIStage) { self.stage = stage }

    /// The stack of the root.
    public var body: some View {
      if let root = stage.root { ModuleStack(base: root.id, stage: stage) }
    }
  }

  /// A root, a tab or a modal, with the pages pushed on it and the modal presented over them.
  struct ModuleStack: View {
    let base: NavigationTree.Node.ID
    let stage: SwiftUIStage

    private var pages: [NavigationTree.Node] {
      var pages = stage.node(base).map { [$0] } ?? []
      while let next = pages.last?.children.last(where: { $0.style == .push }) { pages.append(next) }
      return pages
    }

    var body: some View {
      let pages = pages, shown = pages.dropFirst().map { stage.identity(of: $0.id) }
      let path = Binding(get: { shown }, set: { stage.wentBack(from: pages, to: $0.count) })
      NavigationStack(path: path) {
        ModuleContent(id: base, stage: stage)
          .navigationDestination(for: ShownIdentity.self) { ModuleContent(id: $0.node, stage: stage) }
      }
      .sheet(item: modal(of: pages, isCover: false)) { ModuleStack(base: $0.node, stage: stage) }
      #if !os(macOS)
        .fullScreenCover(item: modal(of: pages, isCover: true)) { ModuleStack(base: $0.node, stage: stage) }
      #endif
    }

    /// The modal over the pages, if its presentation matches `isCover`; otherwise nil.
    private func modal(of pages: [NavigationTree.Node], isCover: Bool) -> Binding<ShownIdentity?> {
      var modal = pages.lazy.flatMap(\.children).last { $0.style == .modal }
      #if !os(macOS)
        if let id = modal?.id, stage.isCover(id) != isCover { modal = nil }
      #endif
      let shown = modal.map { stage.identity(of: $0.id) }
      return Binding(get: { shown }, set: { if $0 == nil, let shown { stage.swipedAway(shown.node) } })
    }
  }

  /// One module's view.
  struct ModuleContent: View {
    let id: NavigationTree.Node.ID
    let stage: SwiftUIStage

    var body: some View { stage.content(of: id).environment(\.shownModule, ShownModule(id: id, stage: stage)) }
  }

  /// The module whose view is drawn.
  struct ShownModule: Sendable {
    let id: NavigationTree.Node.ID
    let stage: SwiftUIStage

    @MainActor func children(_ style: RouteStyle) -> [NavigationTree.Node] {
      stage.node(id)?.children.filter { $0.style == style } ?? []
    }
  }

  extension EnvironmentValues {
    private struct ShownModuleKey: EnvironmentKey { static let defaultValue: ShownModule? = nil }

    var shownModule: ShownModule? {
      get { self[ShownModuleKey.self] }
      set { self[ShownModuleKey.self] = newValue }
    }
  }
#endif
