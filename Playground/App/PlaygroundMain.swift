import Foundation
import Home
import REPL
import REPLTools

extension PlaygroundApp {
  /// Runs the command line: the commands of the console, and `convert`.
  @MainActor static func main(_ arguments: [String], keepingIn folder: URL) async -> Int32 {
    if let asked = TodoConversion.arguments(in: arguments) {
      let outcome = TodoConversion.run(asked, in: folder)
      let stream = outcome.code == 0 ? FileHandle.standardOutput : .standardError
      try? stream.write(contentsOf: Data((outcome.text + "\n").utf8))
      return outcome.code
    }
    var code = await console(keepingIn: folder).main(arguments)
    let isKept = Disk.finishChanges {
      try? FileHandle.standardError.write(contentsOf: Data("playground: \($0)\n".utf8))
    }
    if !isKept { code = max(code, 1) }
    if arguments.contains("--help") || arguments.contains("-h") {
      let text = "also: \(TodoConversion.usage) copies the to-do list from one store to another\n"
      try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    }
    return code
  }
}
