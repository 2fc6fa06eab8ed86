import Foundation

/// A folder of Swift files that compile as they are, with `__Name__` in place of the module's name.
///
///     template.json         the manifest
///     Code                  the module's files
///     Tests                 their tests
///     Flows                 recorded sessions; tests find them in `../Flows`
package struct Template {
  let manifest: TemplateManifest
  /// The text of the manifest, which may contain further values.
  let manifestText: String
  /// The files with their texts, relative to the folder and sorted by name.
  let files: [(path: String, text: String)]

  /// Reads a folder. The error names the missing part.
  package init(at folder: URL) throws(GeneratorFailure) {
    let file = folder.appending(path: TemplateManifest.fileName)
    manifestText = try Project.text(of: file) ?? ""
    do { manifest = try JSONDecoder().decode(TemplateManifest.self, from: Data(manifestText.utf8)) } catch {
      throw .json(file.path, error, "It needs name, description, target and dependencies")
    }
    var files: [(path: String, text: String)] = []
    for path in Project.files(in: folder) where path.firstMatch(of: /^(?:Code|Tests|Flows)\//) != nil {
      files.append((path, try Project.text(of: folder.appending(path: path)) ?? ""))
    }
    self.files = files
    guard files.contains(where: { $0.path.hasPrefix("Code/") && $0.path.hasSuffix(".swift") }) else {
      throw .refused("the template \(folder.path) has no Swift file in Code, so it cannot make a module")
    }
  }

  var layers: [TemplateManifest.Layer] { manifest.layers ?? [] }
  package var layerNames: [String] { layers.map(\.name) }

  /// The layers of a list with commas, with those that only they need, and notes about the latter.
  func left(out list: String) throws(GeneratorFailure) -> (layers: Set<String>, notes: [String]) {
    let names = list.split(separator: ",").map { $0.filter { $0 != " " } }
    for name in names where !layerNames.contains(name) {
      throw .usage("the template has no layer \(GeneratorFailure.unknown(name, in: layerNames))")
    }
    var all = Set(names), notes: [String] = []
    for layer in layers where names.contains(layer.name) {
      for other in layer.neededBy ?? [] where all.insert(other).inserted {
        notes.append("without \(layer.name), \(other) is left out, too: no other layer uses it")
      }
    }
    return (all, notes)
  }

  /// The files without those of layers that are left out.
  func files(without layers: Set<String>) -> [(path: String, text: String)] {
    let gone = self.layers.filter { layers.contains($0.name) }.flatMap(\.files)
    return files.filter { file in !gone.contains { Project.contains($0, file.path) } }
  }

  /// The values of the parameters: the chosen ones, otherwise the defaults.
  func parameters(_ chosen: [String: String]) throws(GeneratorFailure) -> [String: String] {
    let all = manifest.parameters ?? [], names = all.map(\.name)
    for name in chosen.keys.sorted() where !names.contains(name) {
      throw .usage("the template has no parameter \(GeneratorFailure.unknown(name, in: names))")
    }
    let values = Dictionary(all.map { ($0.name, chosen[$0.name] ?? $0.value) }) { $1 }
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let word = try? ModuleName(value), word.type == value, word.property == word.route else {
        throw .usage("--set \(name)=\(value): write a word that can name a type and a variable, such as Entry")
      }
    }
    return values
  }
}
