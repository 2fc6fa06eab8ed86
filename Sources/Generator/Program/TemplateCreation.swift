import Foundation

extension GeneratorProgram {
  /// Creates a small, working template in the project as a start for a new one.
  func createTemplate(
    _ asked: GeneratorArguments, in project: Project, _ catalog: TemplateCatalog
  ) throws(GeneratorFailure) {
    let name = asked.words[0]
    try Self.checkTemplate(name)
    let start = try Template(at: environment.templates.appending(path: "screen"), environment.files)
    let target = try ModuleName(name).type + "Template"
    var manifest = start.manifest
    manifest.name = name
    manifest.description = asked.options["description"] ?? "a screen of this project"
    manifest.author = asked.options["author"] ?? project.defaults.author
    manifest.target = target
    let files = start.files.map { file in
      Template.File(path: file.path, text: file.text.replacing(start.manifest.target, with: target))
    }
    let path = "\(TemplateCatalog.folderName)/\(name)"
    let changes = try changes(
      installing: Template(manifest, at: start.folder, files), as: name, asked, project)
    guard asked.options["dry-run"] == nil else {
      try preview(changes, in: project)
      return say(["nothing was written"])
    }
    try write(changes, in: project)
    say([
      "\(path) is a template: change its files and \(TemplateManifest.fileName) as you like.",
      "To compile and test it, add these targets to Package.swift:",
      "  .target(name: \"\(target)\", dependencies: […], path: \"\(path)/Code\"),",
      "  .testTarget(name: \"\(target)Tests\", dependencies: [\"\(target)\", …], path: \"\(path)/Tests\"),",
    ])
  }
}
