import PlainText
import REPL

extension FlowWorker {
  /// The finding for a trial that crashes or hangs; nil if it does not happen again, or if its cause is known. Each attempt has a fresh
  /// process.
  func crash(of trial: Trial, known: Set<String>) async -> Finding? {
    guard let stop = await stop(of: trial), !known.contains(stop.cause.text) else { return nil }
    let small = await shrunk(trial, to: stop.cause)
    let traced = await self.stop(of: small, isTraced: true).flatMap { $0.cause == stop.cause ? $0 : nil }
    let title = Printable.line("A promise is broken: \((traced ?? stop).problem)")
    return Finding(
      cause: stop.cause, name: Finding.name("crash", small.lines.last?.name ?? ""),
      title: title, details: small.lines.map { "> \($0.text)" }, flow: small.text(breaking: title))
  }

  /// The first line usually opens a screen, and the last one causes the problem. Each attempt costs a process, and a hang also
  /// costs time.
  private func shrunk(_ trial: Trial, to cause: Cause) async -> Trial {
    func isStill(_ trial: Trial) async -> Bool { await stop(of: trial)?.cause == cause }
    let ends = trial.with([trial.lines.first, trial.lines.last].compactMap(\.self))
    if trial.lines.count > 2, await isStill(ends) { return ends }
    var shrinking = Shrinking(isStill)
    return await shrinking.shrunk(trial, keeping: 0)
  }

  private func stop(of trial: Trial, isTraced: Bool = false) async -> FlowStop? {
    do throws(FlowStop) { _ = try await explore(.play(trial), isTraced: isTraced) } catch { return error }
    return nil
  }
}

extension FlowStop {
  /// The problem names the line with its argument; the cause keeps only the command.
  var cause: Cause {
    let line = origin?.text ?? ""
    return Cause(problem.replacing("'\(Printable.quote(line))' ", with: ""), by: TypedLine(line).name)
  }

  /// The number of the variation that an exploring process tried.
  var variation: Int? { lines.last { $0.line != nil }?.line }

  /// Its session, if it reports the lines: an empty line begins each session.
  @MainActor var session: Trial {
    let session = lines.map(\.text).split(separator: "", omittingEmptySubsequences: false).last ?? []
    return Trial(session.filter { $0 != TrialPlayer.end }.map { Trial.Line(text: $0) })
  }
}
