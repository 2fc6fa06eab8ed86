import Foundation

exit(await BenchmarkProgram().run(Array(CommandLine.arguments.dropFirst())))
