import Foundation
import PlainText
import Signals
import VIPER

/// Checks flows against the declarations of the app and its screens. It runs a flow only if the flow names a call that the app does
/// not declare, or an event that no screen listens to when it opens.
@MainActor final class FlowCheck {
  private let app: ConsoleApp
  private let options: [String: String]
  private let catalog: ScreenCatalog
  private var links: Links?
  /// Called with the lines that open screens or run.
  private var progress: LineProgress = { _ in }
  /// The number of the line that is being checked.
  private var line: Int?
  /// The run of the checked flow, if a line needs it.
  private var result: FlowResult?

  init(_ app: ConsoleApp, options: [String: String] = [:]) {
    self.app = app
    self.options = options
    catalog = ScreenCatalog(app, options: options)
  }

  /// The mistakes in a file.
  ///
  /// - Parameter progress: called with each line that opens a screen or is run, and with nil while it goes on.
  func problems(in file: URL, progress: @escaping LineProgress = { _ in }) async -> [FlowMistake] {
    self.progress = { [weak self] origin in
      progress(origin.map { Origin(line: $0.line ?? self?.line, text: $0.text) })
    }
    do {
      let text = try FlowFile.text(of: file)
      if AlwaysFile.isOne(file) { return await problems(inPromises: text) }
      let problems = await problems(text)
      // A flow cannot run if its promises cannot be read.
      do throws(FlowSyntaxError) { _ = try AlwaysFile.promises(for: file) } catch { return error.mistakes + problems }
      return problems
    } catch { return FlowMistake.all(of: error) }
  }

  /// The mistakes in a text, from top to bottom.
  func problems(_ text: String) async -> [FlowMistake] {
    let (flow, mistakes) = FlowParser.read(text)
    result = nil
    if flow.steps.isEmpty {
      return mistakes.isEmpty ? [FlowMistake(line: 1, text: "there is no command in it")] : mistakes
    }
    // A line that cannot be read may be the one that another needs.
    let whole = mistakes.isEmpty ? flow : nil
    let links: Links
    do { links = try self.links ?? Session(scripted: app, options: options).start().links } catch {
      return mistakes + [FlowMistake(line: 1, text: ConsoleApp.unbuilt(error))]
    }
    self.links = links
    // A screen that needs an input may be opened with one somewhere in the flow.
    let opened = flow.opened
    var problems = mistakes, isOver = false
    for step in flow.steps {
      let column = step.screen.count + 3
      line = step.line
      if isOver { problems.append(FlowMistake(line: step.line, text: "this comes after :quit")) }
      // A recorded mistake is intended.
      let isMistake = step.output.first?.hasPrefix("! ") == true
      if case let line = TypedLine.unindented(step.command), line.hasPrefix(":") {
        guard let command = try? MetaCommand.parse(line) else { continue }
        if case .quit = command { isOver = true }
        if !isMistake, let text = await problem(command, whole) {
          problems.append(FlowMistake(line: step.line, column: column, text: text))
        }
      }
      guard !step.screen.isEmpty else { continue }
      if let text = unknown("/\(step.screen)", links) {
        problems.append(FlowMistake(line: step.line, text: text))
      } else if !isMistake, let text = await problem(step.command, on: step.screen, opened) {
        problems.append(FlowMistake(line: step.line, column: column, text: text))
      }
    }
    if let last = whole?.steps.last, last.isCommand(":unlike") {
      problems.append(
        FlowMistake(line: last.line, column: last.screen.count + 3, text: "no command follows ':unlike'; take it out"))
    }
    return problems.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
  }

  /// The mistakes in a file of promises.
  private func problems(inPromises text: String) async -> [FlowMistake] {
    var (promises, problems) = AlwaysFile.read(text)
    for (promise, line) in promises {
      if let text = await problem(promise, nil) { problems.append(FlowMistake(line: line, text: text)) }
    }
    return problems.sorted { $0.line < $1.line }
  }

  /// - Parameter flow: the flow that makes the promise, if there is one without syntax errors.
  private func problem(_ promise: Promise, _ flow: Flow?) async -> String? {
    var graph: AppGraph
    do { graph = try await catalog.graph(progress: progress) } catch {
      return ConsoleApp.unbuilt(error)
    }
    let names = graph.screens.map { PromptName.written($0.name) }
    for screen in promise.screens.flatMap({ $0.split(separator: "/").map(String.init) }) where !names.contains(screen) {
      return "there is no screen '\(Printable.quote(screen))'" + Self.advice(screen, names)
    }
    // The flow shows the commands of screens that need an input.
    if promise.commands.contains(where: { !graph.offered.contains($0) }), let flow {
      graph.learn(from: await run(flow).reach)
    }
    guard graph.screens.allSatisfy({ $0.commands != nil }),
      let command = promise.commands.first(where: { !graph.offered.contains($0) })
    else { return nil }
    return "no screen offers '\(Printable.quote(command))'" + Self.advice(command, graph.offered.sorted())
  }

  private static func advice(_ name: String, _ names: [String]) -> String {
    NearMiss.nearest(to: name, in: names).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// Runs the flow, once for each file.
  private func run(_ flow: Flow) async -> FlowResult {
    if let result { return result }
    let run = await FlowRunner(app, options: options).execute(flow, progress: progress)
    result = run
    return run
  }

  /// - Parameter flow: the flow, if it has no syntax errors.
  private func problem(_ command: MetaCommand, _ flow: Flow?) async -> String? {
    switch command {
    case .promise(let promise): return await problem(promise, flow)
    case .open(let link):
      // Opens the link as a run does, which checks the screen, its input, and the screens that open it.
      let visit = await catalog.visit(link, progress: progress)
      return visit.isMistaken ? visit.refusal : nil
    case .now(let text):
      let calendar = Session(scripted: app).environment.calendar
      return DateText.parse(text, calendar) == nil ? "'\(Printable.quote(text))' is not a date such as 2014-05-21" : nil
    case .stub, .fail, .delay, .event:
      guard let flow else { return nil }
      return await problem(command, of: flow)
    default: return nil
    }
  }

  /// The mistake in the name of a data file, a call or an event.
  private func problem(_ command: MetaCommand, of flow: Flow) async -> String? {
    switch command {
    case .stub(_, .file(let file), _, _, _) where flow.files[file] == nil:
      return Session.noFile(file, in: flow.files.keys.sorted())
    case .stub(let name, _, _, _, _), .fail(let name, _, _, _), .delay(let name, _):
      return await unknown(call: name, flow)
    case .event(let name, _): return await unknown(event: name, flow)
    default: return nil
    }
  }

  /// The mistake in the name of a call. If the app does not declare it and makes no such call when a screen opens, the flow runs once
  /// to learn its calls.
  private func unknown(call name: String, _ flow: Flow) async -> String? {
    var names: Set<String> = []
    for link in [app.home] + flow.opened where !names.contains(name) {
      names.formUnion(await catalog.visit(link, progress: progress).calls)
    }
    if !names.contains(name) { names.formUnion(await run(flow).calls) }
    if names.contains(name) { return nil }
    let near = NearMiss.nearest(to: name, in: names.sorted()).map { "did you mean '\($0)'?" }
    return "the app makes no call '\(Printable.quote(name))'; \(near ?? "take it out, or name the call in the app")"
  }

  /// The mistake in the name of an event. If no screen listens to it when it opens, the flow runs once, because a screen that needs
  /// an input may listen, or a screen may listen later.
  private func unknown(event name: String, _ flow: Flow) async -> String? {
    guard let graph = try? await catalog.graph(progress: progress),
      !graph.screens.contains(where: { $0.events.contains(name) })
    else { return nil }
    return await run(flow).mistakes.first { $0.expected.line == line }?.reason
  }

  /// The mistake in the path of a screen, which has no inputs.
  private func unknown(_ link: String, _ links: Links) -> String? {
    do throws(RouteError) { _ = try links.parse(link) } catch {
      if case .unknown = error { return "\(error)" }
    }
    return nil
  }

  private func problem(_ line: String, on screen: String, _ links: [String]) async -> String? {
    let typed = TypedLine(line), name = typed.name
    guard !name.hasPrefix(":"), !name.isEmpty, name != "help",
      let commands = await catalog.commands(on: screen, or: links, progress: progress)
    else { return nil }
    guard let command = commands.first(where: { $0.name == name }) else {
      return "there is no command '\(Printable.quote(name))' on \(screen)"
        + Self.advice(name, commands.map(\.name) + ["help"])
    }
    switch command.argument {
    case .nothing where !typed.word.isEmpty: return "\(name) takes nothing after it"
    case .row where Int(typed.word).map { $0 > 0 } != true: return "\(name) needs the number of a row"
    default: return nil
    }
  }
}
