import Dispatch
import Foundation
import Signals

/// Sends messages by the system's libcurl.
package struct CurlEngine: HTTPEngine {
  private let thread: Result<CurlThread, CurlLibrary.Missing>
  /// Where the parts of answers are given.
  private let queue = DispatchQueue(label: "Services.answers")

  /// An engine on the thread that all share.
  package init() { thread = CurlThread.shared }

  /// An engine of the first of these libraries, on a thread of its own.
  package init(anyOf names: [String]) {
    thread = Result { () throws(CurlLibrary.Missing) in CurlThread(try CurlLibrary(anyOf: names)) }
  }

  package func parts(of message: HTTPMessage) -> Signal<HTTPPart, ServiceFailure> {
    let thread: CurlThread
    switch self.thread {
    case .success(let found): thread = found
    case .failure(let missing): return .fail(.unsendable(missing.reason))
    }
    let parts = Signal<HTTPPart, ServiceFailure> { [queue] emitter in
      let inbox = HTTPInbox(emitter, on: queue)
      let transfer = CurlTransfer(message, thread.library, inbox)
      // The transfer has the inbox; the thread has the transfer as long as it runs.
      inbox.whenEmptied { [weak transfer] in
        if let transfer { thread.perform(.resume(transfer)) }
      }
      emitter.disposable.add(Disposable { thread.perform(.cancel(transfer)) })
      thread.perform(.start(transfer))
    }
    // A request that says itself how its answer may be packed gets it as it comes.
    return message.has("accept-encoding") ? parts : parts.unpacked(by: thread.library, from: message.host)
  }
}
