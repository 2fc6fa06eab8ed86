/// Finds which lines end a process, or hold it up: each attempt has a fresh one.
@MainActor struct CrashFinding {
  private let name: String
  private let worker: FlowWorker

  init(_ name: String, _ worker: FlowWorker) {
    self.name = name
    self.worker = worker
  }

  /// What a part of one way does to its process, in the fewest lines; nil if it does not do it again.
  func find(_ part: ExplorationPart, except: [String]) async -> Finding? {
    let lines = Spoken()
    do throws(FlowStop) {
      _ = try await worker.explore(
        .part(part, except: except, known: [], skipping: [], isSpoken: true), of: name, heard: lines.add)
      return nil
    } catch {
      let trial = Trial(lines.lines.map { Trial.Line(text: $0) })
      guard let stop = await stop(of: trial) else { return nil }
      let small = await shrunk(trial)
      let command = TypedLine(small.lines.last?.text ?? "").name
      return Finding(
        key: Finding.key("crash", stop.problem), name: Finding.name("crash", command),
        title: "A promise is broken: \(stop.problem)", details: small.lines.map { "> \($0.text)" },
        flow: small.text(["The program ends, or hangs.", "Found by exploring."]))
    }
  }

  /// Most likely the first line opens a screen, and the last one is to blame: each attempt takes a process, and time if it hangs.
  private func shrunk(_ trial: Trial) async -> Trial {
    let ends = trial.with([trial.lines.first, trial.lines.last].compactMap(\.self))
    if trial.lines.count > 2, await stop(of: ends) != nil { return ends }
    var shrinking = Shrinking { await self.stop(of: $0) != nil }
    return await shrinking.shrunk(trial, keeping: 0)
  }

  private func stop(of trial: Trial) async -> FlowStop? {
    do throws(FlowStop) { _ = try await worker.explore(.play(trial), of: name) } catch { return error }
    return nil
  }

  /// The lines that a process says before it types them.
  @MainActor private final class Spoken {
    private(set) var lines: [String] = []

    func add(_ origin: Origin) { if !origin.text.isEmpty { lines.append(origin.text) } }
  }
}
