// The composition root: the only place that uses this machine's folders and exit code. All other code gets them as parameters.
import Foundation
import Home

let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
let folder = (folders.first ?? FileManager.default.homeDirectoryForCurrentUser).appendingPathComponent("swift-viper")
exit(await PlaygroundApp.main(Array(CommandLine.arguments.dropFirst()), keepingIn: folder))
