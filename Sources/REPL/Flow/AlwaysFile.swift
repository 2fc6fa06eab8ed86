package import Foundation

/// A file of promises next to flows. They hold for every flow in its folder and in the folders below.
package enum AlwaysFile {
  package static let name = "always.flow"

  /// The complaint when it is run as a flow.
  static let notRun = "it has promises for the flows in its folder, and no commands to run; name one of those flows"

  static func isOne(_ file: URL) -> Bool { file.lastPathComponent == name }

  /// The promises that hold for a flow, from the outermost folder to its own.
  package static func promises(for flow: URL) throws(FlowSyntaxError) -> [Promise] {
    var promises: [Promise] = [], mistakes: [FlowMistake] = []
    for file in files(for: flow) {
      let path = path(of: file, beside: flow), found: [FlowMistake]
      do {
        let read = read(try FlowFile.text(of: file))
        found = read.mistakes
        promises += read.promises.map { promise, line in
          var promise = promise
          promise.place = Promise.Place(path: path, line: line)
          return promise
        }
      } catch { found = FlowMistake.all(of: error) }
      mistakes += found.map { FlowMistake(file: path, line: $0.line, column: $0.column, text: $0.text) }
    }
    guard mistakes.isEmpty else { throw FlowSyntaxError(mistakes) }
    return promises
  }

  /// The promises that hold for a flow, and those that it states itself; without those of files that cannot be read.
  package static func statedPromises(for flow: URL) -> [Promise] {
    let steps = (try? FlowParser.parse(FlowFile.text(of: flow)))?.steps ?? []
    let stated = steps.compactMap { step -> Promise? in
      guard case .promise(var promise)? = MetaCommand(in: step.command) else { return nil }
      promise.place = Promise.Place(path: flow.relativePath, line: step.line)
      return promise
    }
    return ((try? promises(for: flow)) ?? []) + stated
  }

  /// The promises of a text, each with the number of its line, and the mistakes in its other lines. The `>` before a promise is
  /// optional here.
  package static func read(_ text: String) -> (promises: [(promise: Promise, line: Int)], mistakes: [FlowMistake]) {
    var promises: [(Promise, Int)] = [], mistakes: [FlowMistake] = []
    for (index, line) in FlowParser.lines(FlowParser.withoutMark(text)).map(\.text).enumerated() {
      if FlowParser.isBlank(line) || line.hasPrefix("#") { continue }
      do throws(FlowMistake) { promises.append((try promise(line, index + 1), index + 1)) } catch {
        mistakes.append(error)
      }
    }
    return (promises, mistakes)
  }

  private static func promise(_ line: String, _ number: Int) throws(FlowMistake) -> Promise {
    let typed = TypedLine.trimmed(line.hasPrefix("> ") ? String(line.dropFirst(2)) : line)
    if typed.hasPrefix(":") {
      do throws(LineError) {
        if case .promise(let promise) = try MetaCommand.parse(typed) { return promise }
      } catch {
        let column = line.count - typed.count + 1 + error.offset
        throw FlowMistake(line: number, column: column, text: "\(error)")
      }
    }
    throw FlowMistake(
      line: number, text: "\(name) has promises only, one a line: :always, :never or :within; write the rest in a flow")
  }

  /// The existing files, from the outermost folder on. A link without a target exists, so it is reported, and no promise is lost.
  package static func files(for flow: URL) -> [URL] {
    var folder = flow.absoluteURL.standardizedFileURL.deletingLastPathComponent(), files: [URL] = []
    while true {
      let file = folder.appendingPathComponent(name)
      if FileKind(at: file.path, followsLink: false) != nil { files.insert(file, at: 0) }
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
