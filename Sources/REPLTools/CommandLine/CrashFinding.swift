import PlainText
import REPL

extension FlowWorker {
  /// The finding for a trial that crashed or hung, in the fewest lines with which it happens again; nil if its symptom is known. Each
  /// attempt has a fresh process.
  func crash(_ first: FlowStop, known: Set<String>) async -> Finding? {
    let again = await stop(of: first.trial), stop = again ?? first, symptom = stop.symptom
    if known.contains(symptom.text) { return nil }
    let small = again == nil ? first.trial : await shrunk(first.trial, to: symptom)
    let traced = await self.stop(of: small, isTraced: true).flatMap { $0.symptom == symptom ? $0 : nil } ?? stop
    let once = again == nil ? "; these lines did not repeat it" : ""
    let title = Printable.line(Finding.title("\(traced.problem)\(once)"))
    return Finding(
      cause: traced.cause, symptom: symptom, name: Finding.name("crash", small.lines.last?.name ?? ""),
      title: title, details: small.lines.map { "> \($0.text)" }, flow: small.text(breaking: title))
  }

  /// The first line usually opens a screen, and the last one causes the problem. Each attempt costs a process, and a hang also
  /// costs time.
  private func shrunk(_ trial: Trial, to symptom: Cause) async -> Trial {
    func isStill(_ trial: Trial) async -> Bool { await stop(of: trial)?.symptom == symptom }
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
  /// The problem names the line with its argument; the symptom keeps only the command.
  var symptom: Cause { cause(by: TypedLine(line).name) }
  /// Commands that crash at the same place have the same cause.
  var cause: Cause { place.map(cause(by:)) ?? symptom }

  private var line: String { origin?.text ?? "" }
  private func cause(by source: String) -> Cause {
    Cause(problem.replacing("'\(Printable.quote(line))' ", with: ""), by: source)
  }

  /// The number of the variation that an exploring process tried.
  var variation: Int? { lines.last { $0.line != nil }?.line }
}
