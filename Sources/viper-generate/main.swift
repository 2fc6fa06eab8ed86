import Foundation
import Generator

exit(Program.main(Array(CommandLine.arguments.dropFirst())))
