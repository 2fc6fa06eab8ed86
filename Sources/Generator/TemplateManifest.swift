/// A template's manifest: its `template.json`.
struct TemplateManifest: Codable {
  static let fileName = "template.json"

  /// An optional part of a module.
  struct Layer: Codable {
    let name: String, description: String
    /// The layers that are left out with it.
    let neededBy: [String]?
    /// The products that only this layer needs.
    let dependencies: [String]?
    /// The files and folders that belong to this layer only.
    let files: [String]
  }

  /// A word that the user can choose for each module: `__Item__` in the template's files.
  struct Parameter: Codable {
    /// The value is the default.
    let name: String, description: String, value: String
  }

  var name: String, description: String
  var author: String?, version: String?, license: String?
  /// The target of the template's own files, which its tests import.
  var target: String
  /// The products that the module's target and its test target need.
  var dependencies: [String], testDependencies: [String]?
  var parameters: [Parameter]?, layers: [Layer]?
}
