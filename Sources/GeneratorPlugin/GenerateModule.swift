import Foundation
import PackagePlugin

/// `swift package --allow-writing-to-package-directory generate-module NAME`: the program, run on this package.
@main struct GenerateModule: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let process = Process()
    process.executableURL = try context.tool(named: "viper-generate").url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    // A plugin can return an exit code only by ending the process with it.
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }
}
