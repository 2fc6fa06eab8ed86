import PlainText
import VIPER

/// The names whose trace entries are printed as they happen.
struct TraceFollowing {
  private var names: Set<String> = []
  private var seen = 0

  /// Begins to follow a name, or stops. Refuses an unknown name.
  mutating func toggle(_ name: String, _ trace: Trace?) -> [String] {
    seen = trace?.count ?? 0
    if names.remove(name) != nil { return ["(\(Printable.quote(name)) is no longer followed)"] }
    let known = Set((trace?.entries ?? []).map(\.name)).subtracting([""])
    guard known.contains(name) else {
      let near = NearMiss.nearest(to: name, in: known.sorted()).map { "did you mean '\($0)'?" }
      return ["! the trace has no name '\(Printable.quote(name))'; \(near ?? ":trace shows all names")"]
    }
    names.insert(name)
    return ["(\(Printable.quote(name)) is followed)"]
  }

  /// Follows the same names in a new trace.
  mutating func beginAgain() { seen = 0 }

  /// The entries with these names since the last call, each with its time after `start`.
  mutating func lines(_ trace: Trace?, since start: Duration) -> [String] {
    guard let trace else { return [] }
    defer { seen = trace.count }
    if names.isEmpty { return [] }
    return trace.entries(after: seen).filter { names.contains($0.name) }.map { entry in
      let later = entry.time > start ? "+\(DurationText.print(entry.time - start)) " : ""
      return Printable.line("~ \(later)\(entry.module) \(entry.name): \(entry.detail)")
    }
  }
}
