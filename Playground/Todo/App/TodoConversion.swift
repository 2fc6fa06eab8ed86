import Foundation
import Services
import Signals

/// `playground convert FROM TO [--data DIR]`: opens in one store what was written with another.
package struct TodoConversion {
  /// What is said, and the exit code: 0 if all went well, 1 if not, 2 if the command line cannot be understood.
  package struct Outcome: Hashable {
    package let code: Int32
    package let text: String

    package init(code: Int32, text: String) {
      self.code = code
      self.text = text
    }
  }
  private struct Refusal: Error {
    let code: Int32
    let reason: String
  }
  package static let usage = "playground convert FROM TO [--data DIR]"

  private let folder: URL

  /// - Parameter folder: where the items are kept, if `--data` does not say it.
  package init(keepingIn folder: URL) { self.folder = folder }

  /// Copies all items in their order, as one change; what they are copied from stays as it is.
  ///
  /// - Parameter arguments: the command line behind `convert`.
  package func run(_ arguments: [String]) -> Outcome {
    if arguments.contains(where: { ["--help", "-h"].contains($0) }) {
      let stores = "FROM and TO are file or sqlite; the folder is \(folder.path) if not given"
      return Outcome(code: 0, text: "\(Self.usage)\nopens in one store what another has written\n\(stores)")
    }
    do throws(Refusal) {
      let (from, to, folder) = try read(arguments)
      guard let source = from.file(in: folder), let target = to.file(in: folder) else {
        throw Refusal(code: 2, reason: "a store in memory is empty before, and gone after; choose file or sqlite")
      }
      guard from != to else { throw Refusal(code: 2, reason: "\(from) is what it is already; choose two stores") }
      guard FileManager.default.fileExists(atPath: source.path) else {
        throw Refusal(code: 1, reason: "there is no \(source.path) to convert; --data DIR says where else to look")
      }
      let items = try value(of: from.store(in: folder).entities(Query()))
      let store = to.store(in: folder), there = try value(of: store.entities(Query().limited(to: 1)))
      guard there.isEmpty else {
        throw Refusal(code: 1, reason: "\(target.path) has items already; move it away to convert into it")
      }
      _ = try value(of: store.commit(items.map { .save($0) }))
      let count = items.count == 1 ? "1 item" : "\(items.count) items"
      return Outcome(code: 0, text: "converted \(count) from \(source.path) to \(target.path)")
    } catch {
      return Outcome(
        code: error.code, text: "playground: \(error.reason)" + (error.code == 2 ? "\nusage: \(Self.usage)" : ""))
    }
  }

  private func read(_ arguments: [String]) throws(Refusal) -> (from: TodoStoreKind, to: TodoStoreKind, folder: URL) {
    var words = arguments[...], names: [String] = [], folder = folder
    while let word = words.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      switch parts[0] {
      case "--data":
        guard let path = parts.count > 1 ? parts[1] : words.popFirst(), !path.isEmpty else {
          throw Refusal(code: 2, reason: "--data needs a folder")
        }
        folder = URL(fileURLWithPath: path, isDirectory: true)
      case let name where name.hasPrefix("-"): throw Refusal(code: 2, reason: "there is no option \(word)")
      default: names.append(word)
      }
    }
    guard names.count == 2 else { throw Refusal(code: 2, reason: "convert needs two stores: from which, and to which") }
    do throws(TodoStoreKind.UnknownStore) {
      return (try TodoStoreKind(named: names[0]), try TodoStoreKind(named: names[1]), folder)
    } catch {
      throw Refusal(code: 2, reason: "\(error)")
    }
  }

  /// What a store's call gives.
  private func value<Value>(of call: Signal<Value, StoreFailure>) throws(Refusal) -> Value {
    do throws(StoreFailure) { return try call.answer() } catch { throw Refusal(code: 1, reason: "\(error)") }
  }
}
