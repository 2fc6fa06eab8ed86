import Foundation

/// The built modules of this package.
package enum BuiltModules {
  /// The folder of the modules, beside the test binary; nil if it does not exist.
  package static let folder: URL? = {
    var folder = URL(
      fileURLWithPath: CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0])
    while folder.path != "/" {
      let modules = folder.appendingPathComponent("Modules")
      if FileManager.default.fileExists(atPath: modules.appendingPathComponent("Signals.swiftmodule").path) {
        return modules
      }
      folder.deleteLastPathComponent()
    }
    return nil
  }()

  /// A built program of this package, beside the modules.
  package static func program(_ name: String) -> URL {
    let products = folder?.deletingLastPathComponent() ?? BuiltPackage.viper.appendingPathComponent(".build/debug")
    return products.appendingPathComponent(name)
  }

  /// What a target's sources were compiled to. Objects of sources that have gone stay beside them, so it is the sources that
  /// are listed.
  ///
  /// - Parameter sources: the target's folder, in this package.
  package static func objects(of target: String, from sources: String) -> [URL] {
    guard let folder = folder?.deletingLastPathComponent().appendingPathComponent("\(target).build") else { return [] }
    return BuiltPackage.files(in: BuiltPackage.viper.appendingPathComponent(sources)).filter { $0.hasSuffix(".swift") }
      .map { folder.appendingPathComponent("\(URL(fileURLWithPath: $0).lastPathComponent).o") }
  }
}
