import Foundation

/// The composition roots of a package.
struct AppRoots {
  /// The only composition root, or the named one.
  let only: CompositionRoot?
  /// The reason why there is none.
  let note: String?

  /// - Parameter path: the file, if it was named.
  init(_ path: String?, in project: Project) throws(GeneratorFailure) {
    if let given = path {
      let path = try Project.path(given, of: "root", suchAs: "Sources/App/App.swift")
      guard let text = try project.text(path) else {
        throw .missing("there is no \(path), which should be the composition root; name another one: --root FILE")
      }
      only = CompositionRoot.all(in: [(path, text)]).first
      note =
        only == nil ? "\(path) makes no Navigator(stage: ….console, …, modules: …)" : nil
      return
    }
    var found: [CompositionRoot] = []
    for target in project.manifest.targets where !target.isTest {
      for path in project.swiftFiles(of: target) {
        found += CompositionRoot.all(in: [(path, try project.text(path) ?? "")])
      }
    }
    only = found.count == 1 ? found.first : nil
    let paths = found.map(\.path).joined(separator: ", ")
    note =
      switch found.count {
      case 0: "no file makes a Navigator(stage: ….console, …, modules: …); name the composition root: --root FILE"
      case 1: nil
      default: "several files make a navigator: \(paths); name the composition root: --root FILE"
      }
  }
}
