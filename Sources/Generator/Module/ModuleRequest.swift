/// A request for a module. Missing values come from the project's defaults, or are inferred from the package.
package struct ModuleRequest: Equatable {
  package var name: String
  package var template: String?
  /// The layers to leave out.
  package var without: [String] = []
  package var parameters: [String: String] = [:]
  package var description: String?
  package var author: String?
  package var company: String?
  package var target: String?
  package var modules: String?
  package var tests: String?
  package var flows: String?
  package var root: String?
  /// Whether an existing module of that name is overwritten.
  package var overwrites = false

  package init(_ name: String) { self.name = name }
}
