#if canImport(UIKit) && !os(watchOS)
  import Foundation
  import Home
  import REPL
  import Testing

  #if STAND_INS
    import UIKit
  #endif

  /// The flows of the samples, with their UIKit views.
  @Suite @MainActor struct SampleFlowsTests {
    /// Flows that show a feature of the console without a counterpart in UIKit views, with that feature.
    nonisolated private static let consoleOnly = [
      "Home/Flows/chinese.flow": "help that lists the first screen, which has no way back under UIKit",
      "Home/Flows/home.flow": "help that lists the first screen, which has no way back under UIKit",
      "Login/Flows/chinese.flow": "Ctrl-C", "Login/Flows/server-slow.flow": "Ctrl-C", "Login/Flows/slow.flow": "Ctrl-C",
      "Search/Flows/chinese.flow": "Ctrl-C", "Search/Flows/slow.flow": "Ctrl-C",
      "Search/Flows/search.flow": "space around a text goes while it is typed",
      "Todo/Flows/Days/before-today.flow": "a typed day can be none, and a date picker has days only",
      "Todo/Flows/Screens/chinese.flow": "a typed day can be none, and a date picker has days only",
      "Todo/Flows/Screens/near-misses.flow": "help that lists the controls in another order",
    ]
    nonisolated private static let flows = ConsoleApp.flows(in: "../../../Playground")

    private static func isConsoleOnly(_ file: URL) -> Bool {
      consoleOnly.keys.contains { file.path.hasSuffix("/Playground/\($0)") }
    }

    // A folder that cannot be created, so a flow that touched the user's data would fail.
    private let app = PlaygroundApp.console(keepingIn: URL(fileURLWithPath: "/dev/null/data"), views: .uiKit)

    @Test("the UIKit views pass every flow that the console passes", arguments: flows)
    func flow(_ file: URL) async {
      #if STAND_INS
        StandIn.reset()
      #endif
      let report = await app.run(flow: file)
      #expect(report.passed != Self.isConsoleOnly(file), "\(report.text)")
      #if STAND_INS
        #expect(StandIn.complaints == [])
      #endif
    }
  }
#endif
