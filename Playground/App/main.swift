// The composition root: the one place that knows this machine. Everything else is told.
import Foundation
import Home

let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
let folder = (folders.first ?? FileManager.default.homeDirectoryForCurrentUser).appendingPathComponent("swift-viper")
exit(await PlaygroundApp.main(Array(CommandLine.arguments.dropFirst()), keepingIn: folder))
