#if STAND_INS
  import Foundation
  import REPL
  import Signals
  import Testing
  import UIKit
  import VIPER
  import VIPERUI
  import VIPERUITesting

  @Suite(.serialized) @MainActor final class FlowStageTests: ViewTests {
    override init() throws {
      StandIn.reset()
      try super.init()
    }

    /// A screen with a button for a command, which counts, and a button of its own.
    private final class CountController: UIViewController {
      private let count = MutableProperty(0), texts = Signal<String, Never>.pipe()

      override func viewDidLoad() {
        super.viewDidLoad()
        let label = UILabel(), add = UIButton(), own = UIButton(), say = UIButton(), count = count, texts = texts.input
        for (view, name) in [(label, "count"), (add, "add"), (own, "own"), (say, "say")] as [(UIView, String)] {
          view.accessibilityIdentifier = name
          self.view.addSubview(view)
        }
        label.bind(text: count.map { "count: \($0)" })
        add.bind(Command.sync { count.modify { $0 += 1 } })
        own.addAction(UIAction { _ in count.modify { $0 += 10 } }, for: .touchUpInside)
        say.bind(
          Command.sync {
            for text in ["one", "two"] { texts.send(text) }
          })
        bind(alerts: self.texts.signal)
      }
    }

    private func run(_ flow: String) async throws -> FlowReport {
      let app = ConsoleApp("count", home: "home") { session in
        let home = Module(.home) { _, _ in Assembly(view: CountController()) }
        return try Navigator(stage: FlowStage(for: session), environment: session.environment, modules: [home])
      }
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).flow")
      try flow.write(to: file, atomically: true, encoding: .utf8)
      defer { try? FileManager.default.removeItem(at: file) }
      return await app.run(flow: file)
    }

    @Test("a tap fires once, for a command and for an action of the app") func taps() async throws {
      let report = try await run("> :open home\n  count: 0\nhome> add\n  count: 1\nhome> own\n  count: 11\n")
      #expect(report.passed, "\(report.text)")
    }

    @Test("each alert is printed once") func alerts() async throws {
      let report = try await run(
        """
        > :open home
          count: 0
        home> say
          ! one
          ! two
        home> add
          count: 1
        home> say
          ! one
          ! two

        """)
      #expect(report.passed, "\(report.text)")
      #expect(StandIn.complaints == [])
    }

    @Test("without a window scene, as in tests without a host app, a flow says so") func noScene() async throws {
      let scenes = UIApplication.shared.connectedScenes
      defer { UIApplication.shared.connectedScenes = scenes }
      UIApplication.shared.connectedScenes = []
      let report = try await run("> :open home\n  count: 0\n")
      #expect(!report.passed)
      let reason = "there is no window scene, and UIKit shows nothing without one; run the tests in a host app"
      #expect(
        report.text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(reason), "\(report.text)")
    }
  }
#endif
