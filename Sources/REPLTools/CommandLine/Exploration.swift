import Foundation
import PlainText
import REPL
import Signals

/// Explores the flows of a command line: several parts at a time, each in another process, with the results gathered in order.
/// The findings depend only on the flows, the seed and the number of parts.
@MainActor final class Exploration {
  private let program: CommandLineProgram
  private let workers: [FlowWorker]
  private let found: FoundFlows
  private var plan = ExplorationPlan([], ExplorationSettings())
  private var except: [String] = []
  private var answers: [Int: ExplorationAnswer] = [:]
  private var begun = 0
  /// The number of gathered parts: all parts before the first one without an answer.
  private var gathered = 0
  private var total = ExplorationAnswer()
  /// The texts of the causes of findings.
  private var known: Set<String> = []
  private var ways = KeptWays()
  private var corpus: Corpus?
  /// The ways of the corpus, with which walks begin.
  private var starts: [KeptWay] = []
  /// The flows of the findings, new and known.
  private(set) var files: [URL] = []
  /// The number of printed findings.
  private var printed = 0
  private var isUnwritable = false
  /// Whether a session has ended its process. From then on, each line is reported before it is typed.
  private var seesCrashes = false
  private var isInterrupted = false
  private let start = SuspendingClock.now

  /// - Parameter workers: explore at the same time.
  init(_ program: CommandLineProgram, _ workers: [FlowWorker]) {
    self.program = program
    self.workers = workers
    found = FoundFlows(folder: program.asked.exploration.folder)
  }

  private var app: ConsoleApp { program.app }
  private var settings: ExplorationSettings { program.asked.exploration }
  private var terminal: Terminal { program.terminal }

  /// Explores, and writes the findings; returns the exit code.
  func run() async -> Int32 {
    let interrupt = terminal.onInterrupt { [weak self] in self?.isInterrupted = true }
    defer { interrupt.dispose() }
    await learn(workers[0])
    if settings.isCorpus { await learn(fromCorpus: workers[0]) }
    reportFindings()
    let tasks = workers.map { worker in Task { await work(worker) } }
    for task in tasks { await task.value }
    let code = await report()
    for worker in workers { await worker.end() }
    return code
  }

  /// Plays the flows unchanged. A flow that crashes or hangs is a finding, and is not explored further.
  private func learn(_ worker: FlowWorker) async {
    while true {
      do throws(FlowStop) {
        let answer = try await worker.explore(.plan(except: except))
        plan = ExplorationPlan(answer.counts, settings, program.asked.shard)
        // The flows begin walks anyway.
        ways.add(answer.ways)
        _ = ways.take()
        return add(answer)
      } catch {
        guard let path = error.origin?.text, !except.contains(path) else {
          return add(ExplorationAnswer(bad: [complaint(error)]))
        }
        except.append(path)
        var stop = error
        let trial = try? await ExplorationMaterial.trial(of: URL(fileURLWithPath: path), FlowRunner(app)).trial
        stop.trial = trial ?? stop.trial
        await add(worker.crash(stop, known: known))
      }
    }
  }

  private func complaint(_ stop: FlowStop) -> String { "\(app.name): \(stop.problem)" }

  /// Reads a corpus, and plays its ways, the shortest first.
  private func learn(fromCorpus worker: FlowWorker) async {
    let corpus = await Corpus(found.folder, worker)
    self.corpus = corpus
    add(ExplorationAnswer(bad: corpus.bad.flatMap(\.lines).map(\.text)))
    known.formUnion(corpus.known)
    total.findings.removeAll { corpus.known.contains($0.cause.text) }
    for way in corpus.ways where !isInterrupted {
      do throws(FlowStop) {
        let answer = try await worker.explore(.way(way, known: known))
        add(answer)
        // A way that breaks a promise now, or that waits for an answer, shows nothing else.
        if answer.isClean, !ways.add(answer.ways, limit: .max) { corpus.drop(way) }
      } catch { await add(worker.crash(error, known: known)) }
    }
    starts = ways.take()
  }

  /// Explores parts until none is left or the time is over.
  private func work(_ worker: FlowWorker) async {
    while !isInterrupted, settings.time.map({ SuspendingClock.now - start < $0 }) ?? true, var part = plan.next() {
      let number = begun
      begun += 1
      if part.kind == .walk { part.way = start(of: number) }
      answers[number] = await explore(part, worker)
      while let answer = answers.removeValue(forKey: gathered) {
        ways.add(answer.ways)
        add(answer)
        reportFindings()
        gathered += 1
      }
      showProgress()
    }
  }

  /// The way with which the walks of a part begin; nil if they begin with their flow.
  private func start(of number: Int) -> KeptWay? {
    var random = RandomNumbers(seed: settings.seed, number: ~UInt64(number))
    return starts.isEmpty || random.oneIn(4) ? nil : starts[random.below(starts.count)]
  }

  private func add(_ answer: ExplorationAnswer) {
    // A part that began before an earlier one ended did not know its causes. Of a known symptom, nothing more is learnt.
    for finding in answer.findings where !known.contains((finding.symptom ?? finding.cause).text) {
      if !known.contains(finding.cause.text) { total.findings.append(finding) }
      known.formUnion(finding.causes)
    }
    if !answer.bad.isEmpty { clearProgress() }
    for line in answer.bad { terminal.show(StyledLine(line)) }
    total.bad += answer.bad
    total.variations += answer.variations
    total.sessions += answer.sessions
    total.reach.formUnion(answer.reach)
  }

  private func add(_ crash: Finding?) { add(ExplorationAnswer(findings: [crash].compactMap(\.self))) }

  /// Explores a part. After a crash or a hang it finds the cause, and then explores the rest of the part.
  private func explore(_ part: ExplorationPart, _ worker: FlowWorker) async -> ExplorationAnswer {
    var skipping: [Int] = [], crashes: [Finding] = [], unseen: FlowStop?
    while true {
      let known = known.union(crashes.flatMap(\.causes)), reportsLines = seesCrashes
      do throws(FlowStop) {
        var answer = try await worker.explore(
          .part(part, except: except, known: known, skipping: skipping, reportsLines: reportsLines))
        answer.findings += crashes
        // It did not crash with its lines.
        if let unseen { answer.bad.append(complaint(unseen)) }
        return answer
      } catch {
        seesCrashes = true
        unseen = reportsLines ? nil : error
        // The part is played again, with its lines.
        if !reportsLines { continue }
        guard let number = error.variation, !skipping.contains(number) else {
          return ExplorationAnswer(bad: [complaint(error)], findings: crashes, variations: part.numbers.count)
        }
        skipping.append(number)
        if known.contains(error.symptom.text) { continue }
        if let crash = await worker.crash(error, known: known) { crashes.append(crash) }
      }
    }
  }

  // MARK: Output

  private func showProgress() {
    guard terminal.isTerminal else { return }
    terminal.writeError("\r\(counts); \(total.findings.count) found ")
  }

  private var counts: String {
    "\(CountText.of(total.variations, "variation")) in \(CountText.of(total.sessions, "session")), "
      + "\(CountText.of(total.reach.screens.count, "screen")), \(CountText.of(total.reach.typed.count, "command"))"
  }

  private func clearProgress() { if terminal.isTerminal { terminal.writeError("\r\u{1B}[K") } }

  /// Prints and writes the findings that are new since the last time.
  private func reportFindings() {
    if printed < total.findings.count { clearProgress() }
    for finding in total.findings[printed...] {
      terminal.show(StyledLine(finding.title))
      for line in finding.details { terminal.show(StyledLine("  \(line)")) }
      do {
        let path = try found.write(finding.text(options: app.optionValues), as: finding.name)
        terminal.show(StyledLine("  shown by \(path)"))
        files.append(URL(fileURLWithPath: path))
      } catch {
        let path = "\(found.folder.relativePath)/\(finding.name).flow"
        program.complain("\(path) cannot be written: \(ErrorText.of(error))")
        isUnwritable = true
      }
    }
    printed = total.findings.count
  }

  /// Writes the ways, and prints what was explored; returns the exit code.
  private func report() async -> Int32 {
    clearProgress()
    let part = program.asked.shard.map { " part \($0.name)" } ?? ""
    terminal.show(StyledLine("explored\(part): \(counts)"))
    if let corpus {
      for file in corpus.failing { terminal.show(StyledLine("still failing: \(file.relativePath)")) }
      files += corpus.failing
      do { terminal.show(StyledLine(try await corpus.write(ways.latest))) } catch {
        program.complain("\(found.folder.relativePath) cannot be written: \(ErrorText.of(error))")
        isUnwritable = true
      }
    }
    let nothing =
      !total.bad.isEmpty ? "nothing found in the rest" : known.isEmpty ? "nothing found" : "nothing new found"
    terminal.show(StyledLine(total.findings.isEmpty ? nothing : CountText.of(total.findings.count, "finding")))
    if isInterrupted { return 130 }
    return isUnwritable || !total.bad.isEmpty ? 2 : known.isEmpty ? 0 : 1
  }
}
