import Foundation
import Generator

exit(GeneratorProgram.main(Array(CommandLine.arguments.dropFirst())))
