/// What somebody asks for. What is not said comes from the project's defaults, or is guessed from the package.
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
  /// Whether a module of that name is written again.
  package var overwrites = false

  package init(_ name: String) { self.name = name }
}
