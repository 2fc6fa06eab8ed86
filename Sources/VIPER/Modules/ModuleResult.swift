import Signals

/// What a module finished with.
struct ModuleResult: Sendable {
  let route: String
  let value: any Sendable
}

/// What finishes on a module, once somebody listens.
final class ModuleResults: Sendable {
  let pipe = Signal<ModuleResult, Never>.pipe()
}
