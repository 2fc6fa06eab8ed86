import Foundation

/// A file of promises next to flows. They hold for every flow in its folder and in the folders below.
enum AlwaysFile {
  static let name = "always.flow"

  /// The complaint when it is run as a flow.
  static let notRun = "it has promises for the flows in its folder, and no commands to run; name one of those flows"

  static func isOne(_ file: URL) -> Bool { file.lastPathComponent == name }

  /// The promises that hold for a flow, from the outermost folder to its own.
  static func promises(for flow: URL) throws(FlowFileError) -> [Promise] {
    var promises: [Promise] = []
    for file in files(for: flow) {
      let path = path(of: file, beside: flow)
      do {
        promises += try Self.promises(FlowFile.text(of: file)).map { promise, line in
          var promise = promise
          promise.place = "\(path):\(line)"
          return promise
        }
      } catch let error as FlowSyntaxError {
        throw FlowFileError(description: "\(path):\(error.line):\(error.column): \(error.reason)")
      } catch { throw FlowFileError(description: "\(path): \(ErrorText.of(error))") }
    }
    return promises
  }

  /// The promises of a text, each with the number of its line. The `>` before a promise is optional here.
  static func promises(_ text: String) throws(FlowSyntaxError) -> [(promise: Promise, line: Int)] {
    var promises: [(Promise, Int)] = []
    for (index, line) in FlowParser.lines(FlowParser.withoutMark(text)).map(\.text).enumerated() {
      if FlowParser.isBlank(line) || line.hasPrefix("#") { continue }
      let typed = TypedLine.trimmed(line.hasPrefix("> ") ? String(line.dropFirst(2)) : line)
      guard typed.hasPrefix(":") else { throw notPromise(index + 1) }
      let command: MetaCommand
      do throws(MetaCommandError) { command = try MetaCommand.parse(typed) } catch {
        let column = line.count - typed.count + 1 + error.offset
        throw FlowSyntaxError(line: index + 1, column: column, reason: "\(error)")
      }
      guard case .promise(let promise) = command else { throw notPromise(index + 1) }
      promises.append((promise, index + 1))
    }
    return promises
  }

  private static func notPromise(_ line: Int) -> FlowSyntaxError {
    FlowSyntaxError(
      line: line, reason: "\(name) has promises only, one a line: :always, :never or :within; write the rest in a flow")
  }

  /// The existing files, from the outermost folder on.
  private static func files(for flow: URL) -> [URL] {
    var folder = flow.absoluteURL.standardizedFileURL.deletingLastPathComponent(), files: [URL] = []
    while true {
      let file = folder.appendingPathComponent(name)
      if FileKind(at: file.path) != nil { files.insert(file, at: 0) }
      let parent = folder.deletingLastPathComponent()
      guard folder.path != "/", parent.path != folder.path else { return files }
      folder = parent
    }
  }

  /// The path of a file, relative to the working folder if the flow's path is.
  private static func path(of file: URL, beside flow: URL) -> String {
    let working = FileManager.default.currentDirectoryPath + "/"
    guard !flow.relativePath.hasPrefix("/"), file.path.hasPrefix(working) else { return file.path }
    return String(file.path.dropFirst(working.count))
  }
}
