import Fixtures
import Foundation
import Signals
import VIPER

@testable import REPL
@testable import REPLTools

/// A screen that finds words, and its possible mistakes.
enum FindApp {
  enum Mistake: String, CaseIterable {
    /// A failure is not shown.
    case silentFailure
    /// A failure is not shown. The result is shown before the answer, however late the answer is.
    case earlyEffect
    /// A failure looks like an answer.
    case swallowedFailure
    /// A failure clears the field.
    case lostInput
    /// A failure is shown, and opens the next screen.
    case hasty
    /// After a failure the screen stays busy.
    case endlessWork
    /// After a failure the button stays disabled.
    case deadButton
    /// The last answer to arrive is shown, even if it belongs to an earlier question.
    case lateAnswer
    /// A result that arrives while another screen is on top is lost.
    case lostAnswer
    /// The button can be pressed again before its result opens a screen, which gives two results.
    case doubleAnswer
    /// A search that begins while another is under way finds something else.
    case crowdedWork
    /// A refused text disables the button.
    case resentfulField
    /// The button is disabled without a reason.
    case noReason
    /// A long text makes the button start work that never ends.
    case endlessLoop
    /// A timer of each result outlives the screen.
    case forgottenTimer
    /// The text is gone when the screen is seen again.
    case forgottenText
    /// The button does nothing after the other screen has closed.
    case brokenReturn
    /// The result of a cancelled command is shown.
    case deafWork
    /// The button does nothing after its command was cancelled.
    case brokenCancel
    /// A random number is shown.
    case chance
  }

  static let flow = """
    > :open find
      Find
      word: -
    find> word tea
      word: tea
    find> find
      found tea
    find> word milk
      word: milk
    find> find
      found milk

    """

  /// - Parameters:
  ///   - opensResult: whether a result opens a screen above this one.
  ///   - isExclusive: whether the button is disabled while its command is under way.
  static func console(_ mistake: Mistake? = nil, opensResult: Bool = false, isExclusive: Bool = false) -> ConsoleApp {
    ConsoleApp("find", home: "find") { session in
      let calls = session.calls.hermetic
      let find = Module(Route<Void, Never>("find"), opens: .other) { router, _ in
        let presenter = FindPresenter(router, calls, mistake, opensResult, isExclusive)
        return Assembly(view: presenter.view, presenter: presenter)
      }
      let other = Module(.other) { router, _ in Assembly(view: ConsoleView(.title("Other"), .back(router))) }
      return try Navigator(stage: session.console, environment: session.environment, modules: [find, other])
    }
  }

  @MainActor private final class FindPresenter: Presenter {
    private struct Entry: Sendable { var word = "", refused = "" }
    let view: ConsoleView

    init(
      _ router: Router<Never>, _ calls: Calls, _ mistake: Mistake?, _ opensResult: Bool, _ isExclusive: Bool
    ) {
      let entry = MutableProperty(Entry())
      // A text with a question mark is refused with an alert, and the word stays.
      let word = entry.lens(get: \.word) { entry, text in
        entry = text.contains("?") ? Entry(word: entry.word, refused: text) : Entry(word: text)
      }
      let result = MutableProperty(""), isWorking = MutableProperty(false)
      let isDead = MutableProperty(false), isBroken = MutableProperty(false), scheduler = router.environment.scheduler
      @Sendable func answer() -> Signal<String, CallFailure> {
        let asked = mistake == .crowdedWork && isBroken.value ? "nothing" : word.value
        let answer = Signal<String, CallFailure>.just("found \(asked)")
        let work = mistake == .earlyEffect ? answer.doValue { result.value = $0 } : answer
        let call = calls.call("find.get", work, failure: CallFailure.init)
        if mistake == .brokenCancel || mistake == .brokenReturn, isBroken.value { return .empty }
        if mistake == .crowdedWork {
          isBroken.value = true
          return call.doFinally { isBroken.value = false }
        }
        if mistake == .brokenCancel {
          let hasEnded = MutableProperty(false)
          return call.doValue { _ in hasEnded.value = true }.doFailed { _ in hasEnded.value = true }
            .doFinally { isBroken.value = !hasEnded.value }
        }
        if mistake == .deafWork {
          let shared = call.share()
          shared.doValue { result.value = $0 }.start().stored(in: router.alive)
          return shared
        }
        if mistake == .endlessLoop, asked.count > 9 { Self.loop(on: scheduler) }
        if mistake == .swallowedFailure { return call.catch { _ in .just("found \(asked)") } }
        return call.doFailed { _ in
          if mistake == .lostInput { word.value = "" }
          if mistake == .deadButton { isDead.value = true }
        }
      }
      let reason = Property.combineLatest(word, isDead) { $0.isEmpty ? "there is no word" : $1 ? "it failed" : nil }
      let isConcurrent = [.lateAnswer, .doubleAnswer, .crowdedWork].contains(mistake)
      let policy = isExclusive ? CommandPolicy.exclusive : isConcurrent ? .concurrent : .latest
      let find: Command<Void, String, CallFailure> =
        mistake == .noReason
        ? Command(enabledIf: word.map { !$0.isEmpty }, policy: policy) { answer() }
        : Command(unless: reason, policy: policy) { answer() }
      find.isExecuting.changes.filter { $0 }.observeValues { _ in isWorking.value = true }.stored(in: router.alive)
      let values = mistake == .lostAnswer ? router.whileFocused(find.values) : find.values
      if opensResult { find.values.observeValues { _ in router.push(.other).start() }.stored(in: router.alive) }
      if mistake == .hasty {
        find.failures.observeValues { _ in router.push(.other).start() }.stored(in: router.alive)
      }
      values.observeValues { found in
        isWorking.value = false
        if mistake == .forgottenTimer { scheduler.schedule(after: .seconds(5)) {} }
        if mistake == .doubleAnswer { return result.value += found }
        result.value = mistake == .chance ? "\(found) \(Int.random(in: 0..<1_000_000))" : found
      }.stored(in: router.alive)
      if mistake != .endlessWork {
        find.isExecuting.changes.filter { !$0 }.observeValues { _ in isWorking.value = false }.stored(in: router.alive)
      }
      let refused = entry.changes.map(\.refused).filter { !$0.isEmpty }
      if mistake == .resentfulField { refused.observeValues { _ in isDead.value = true }.stored(in: router.alive) }
      var controls: [Control] = [
        .title("Find"), .field("word", word), .label("", result), .button("find", find), .busy(isWorking),
        .alert("", refused.map { "'\($0)' finds nothing" }),
        .button(
          "other",
          Command<Void, Never, RouteError> {
            if mistake == .forgottenText { word.value = "" }
            if mistake == .brokenReturn { isBroken.value = true }
            return router.push(.other)
          }),
      ]
      if mistake != .silentFailure, mistake != .earlyEffect { controls.append(.alert("", find.failures.map(\.text))) }
      view = ConsoleView(controls)
    }

    private nonisolated static func loop(on scheduler: any Scheduler) { scheduler.schedule { loop(on: scheduler) } }
  }
}

extension Route<Void, Never> { fileprivate static var other: Self { Route("other") } }

extension Exploration {
  /// An exploration in this process.
  convenience init(
    _ app: ConsoleApp, _ settings: ExplorationSettings, jobs: Int = 1, of flow: URL, in folder: URL,
    _ terminal: Terminal, limits: Settling.Limits = .flow
  ) {
    var asked = Arguments()
    asked.paths = [flow.path]
    asked.exploration = settings
    asked.exploration.folder = folder
    let program = CommandLineProgram(app: app, asked: asked, terminal: terminal, machine: [:], environment: .still)
    let workers = (0..<jobs).map { [asked] _ in
      FlowWorker(app, asked, nil, explorer: Explorer(app, asked, limits: limits))
    }
    self.init(program, workers)
  }
}

/// The result of exploring that app in this process.
@MainActor struct Found {
  /// The output, and the written flows by their names.
  let text: String
  let flows: [String: String]
  let code: Int32

  /// - Parameter isFirst: whether earlier findings are removed.
  init(
    _ mistake: FindApp.Mistake?, _ settings: ExplorationSettings, jobs: Int = 1, in folder: TemporaryFolder,
    flow: String = FindApp.flow, opensResult: Bool = false, isFirst: Bool = true
  ) async throws {
    let app = FindApp.console(mistake, opensResult: opensResult)
    self = try await Found(app, settings, jobs: jobs, in: folder, flow: flow, isFirst: isFirst)
  }

  /// - Parameter isFirst: whether earlier findings are removed.
  init(
    _ app: ConsoleApp, _ settings: ExplorationSettings, jobs: Int = 1, in folder: TemporaryFolder, flow: String,
    isFirst: Bool = true
  ) async throws {
    let file = try folder.write("a.flow", flow)
    self = try await Found(app, settings, jobs: jobs, in: folder, of: file, isFirst: isFirst)
  }

  /// - Parameters:
  ///   - file: a flow, or a folder of flows.
  ///   - isFirst: whether earlier findings are removed.
  init(
    _ app: ConsoleApp, _ settings: ExplorationSettings, jobs: Int, in folder: TemporaryFolder, of file: URL,
    isFirst: Bool = true
  ) async throws {
    let recorded = RecordedTerminal(), found = folder.file("found")
    if isFirst { try? FileManager.default.removeItem(at: found) }
    let exploration = Exploration(
      app, settings, jobs: jobs, of: file, in: found, recorded.terminal(), limits: Settling.Limits(steps: 1_000))
    code = await exploration.run()
    text = recorded.text.replacing(folder.path + "/", with: "") + recorded.errorText
    let names = (try? FileManager.default.contentsOfDirectory(atPath: found.path)) ?? []
    flows = try Dictionary(uniqueKeysWithValues: names.map { ($0, try folder.read("found/\($0)")) })
  }

  /// The number of commands in the shortest written flow.
  var commandCount: Int {
    flows.values.map { $0.split(separator: "\n").count { $0.contains("> ") && !$0.contains("> :promises") } }.min() ?? 0
  }
}
