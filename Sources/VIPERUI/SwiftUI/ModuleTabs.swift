#if canImport(SwiftUI)
  public import SwiftUI
  public import VIPER

  /// The tabs of the module whose view contains this one.
  ///
  ///     struct SettingView: View {
  ///       var body: some View {
  ///         ModuleTabs { route in Label(route, systemImage: "gear") }
  ///       }
  ///     }
  public struct ModuleTabs<Item: View>: View {
    @Environment(\.shownModule) private var module
    private let item: (String) -> Item

    /// - Parameter item: the tab bar item of a route.
    public init(@ViewBuilder item: @escaping (_ route: String) -> Item) { self.item = item }

    /// A tab bar, and the stack of the selected tab.
    public var body: some View {
      if let module {
        let selection = Binding(
          get: { module.stage.node(module.id)?.selected }, set: { if let tab = $0 { module.stage.selected(tab) } })
        TabView(selection: selection) {
          ForEach(module.children(.tab)) { tab in
            ModuleStack(base: tab.id, stage: module.stage)
              .tabItem { item(tab.destination.route) }
              .tag(Optional(tab.id))
          }
        }
        #if !os(macOS)
          // Each tab has its own bars.
          .toolbar(.hidden, for: .navigationBar)
        #endif
      }
    }
  }

  /// The embedded modules of the module whose view contains this one, one below the other: all, or those of a route.
  public struct EmbeddedModules: View {
    @Environment(\.shownModule) private var module
    private let route: String?

    /// Shows all embedded modules.
    public init() { route = nil }

    /// Shows the embedded modules of a route.
    public init<I, O>(of route: Route<I, O>) { self.route = route.name }

    /// The views of the modules.
    public var body: some View {
      if let module {
        ForEach(module.children(.embedded).filter { route == nil || $0.destination.route == route }) { child in
          ModuleContent(id: child.id, stage: module.stage)
        }
      }
    }
  }
#endif
