import Foundation
import Language
import PlainText
import REPL
import Services
import Todo

/// `playground convert FROM TO [--data DIR]`: copies the to-do list from one store to another.
package enum TodoConversion {
  package static let usage = "playground convert FROM TO [--data DIR]"
  /// The problem and the exit code: 2 for an invalid command line, otherwise 1.
  private struct Refusal: Error {
    let code: Int32, reason: String
    init(_ code: Int32, _ reason: String) { (self.code, self.reason) = (code, reason) }
  }

  private static let options = [OptionWords.Option("data", value: "DIR")]

  /// The arguments of `convert` in a command line; nil if its command is another. Like any command, `convert` may follow options.
  package static func arguments(in line: [String]) -> [String]? {
    guard let place = line.firstIndex(of: "convert"),
      let before = try? OptionWords(Array(line[..<place]), known: options), before.words.isEmpty
    else { return nil }
    return Array(line[..<place] + line[(place + 1)...])
  }

  /// Runs the command; returns the exit code and the output. `folder` is the folder of the items without `--data`.
  package static func run(_ arguments: [String], in folder: URL) -> (code: Int32, text: String) {
    do { return (0, try convert(arguments, in: folder)) } catch let error as StoreFailure {
      return (1, "playground: \(error)")
    } catch let error as Refusal where error.code == 1 {
      return (1, "playground: \(error.reason)")
    } catch {
      return (2, "playground: \((error as? Refusal)?.reason ?? "\(error)")\nusage: \(usage)")
    }
  }

  /// Copies all items in order, as one change. The source stays unchanged.
  private static func convert(_ arguments: [String], in folder: URL) throws -> String {
    let line = try OptionWords(arguments, known: options)
    if line.asksForHelp {
      return "\(usage)\ncopies the to-do list from one store to another\n"
        + "FROM and TO are file or sqlite; the folder is \(folder.path) if not given"
    }
    guard line.words.count == 2 else { throw Refusal(2, "convert needs two stores, FROM and TO") }
    let from = try TodoStoreKind(named: line.words[0]), to = try TodoStoreKind(named: line.words[1])
    let folder = line.options.last?.value.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? folder
    guard let source = from.file(in: folder), let target = to.file(in: folder) else {
      throw Refusal(2, "a store in memory keeps nothing; choose file or sqlite")
    }
    guard from != to else { throw Refusal(2, "FROM and TO are both \(from); choose two different stores") }
    guard FileManager.default.fileExists(atPath: source.path) else {
      throw Refusal(1, "there is no file \(source.path); use --data DIR to convert in another folder")
    }
    let items = try from.store(in: folder).entities(Query()).answer(), store = to.store(in: folder)
    guard try store.entities(Query().limited(to: 1)).answer().isEmpty else {
      throw Refusal(1, "\(target.path) already has items; move it away before you convert into it")
    }
    try store.commit(items.map { .save($0) }).answer()
    return "converted \(items.count == 1 ? "1 item" : "\(items.count) items") from \(source.path) to \(target.path)"
  }
}
