import Foundation

/// SwiftPM, which knows a package better than the text of its manifest does.
package enum SwiftPackage {
  /// The manifest of the package in a folder, as JSON. It is compiled and run, in a scratch folder of its own: the package's own
  /// `.build` is locked while a plugin runs.
  package static func description(of folder: URL) throws(GeneratorFailure) -> Data {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "viper-generate-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let answer: (code: Int32, text: String, errors: String)
    do {
      // A plugin runs in a sandbox already, and sandboxes do not nest.
      let arguments = ["package", "--package-path", folder.path, "--scratch-path", scratch.path, "--disable-sandbox"]
      answer = try Tool.run("swift", arguments + ["dump-package"])
    } catch { throw unavailable(error.localizedDescription) }
    guard answer.code == 0 else {
      let errors = answer.errors.split(separator: "\n"), first = errors.first { $0.contains("error:") } ?? errors.first
      throw .refused(
        "SwiftPM cannot read Package.swift: \(first ?? "it gives no reason"). Correct the manifest, and try again")
    }
    return Data(answer.text.utf8)
  }

  /// The error if SwiftPM could not be started.
  package static func unavailable(_ reason: String) -> GeneratorFailure {
    .refused("swift cannot be run: \(reason). Put the toolchain into the PATH")
  }
}
