import Dispatch
import Foundation
package import Signals

/// Sends messages with the system's libcurl.
package struct CurlEngine: HTTPEngine {
  private let thread: Result<CurlThread, SystemLibrary.Missing>
  /// The queue that delivers the parts of answers.
  private let queue = DispatchQueue(label: "Services.answers")

  /// An engine on the shared thread.
  package init() { thread = CurlThread.shared }

  /// An engine with the first of these libraries that can be opened, on a thread of its own.
  package init(anyOf names: [String]) {
    thread = Result { () throws(SystemLibrary.Missing) in CurlThread(try CurlLibrary(anyOf: names)) }
  }

  package func parts(of message: HTTPMessage) -> Signal<HTTPPart, ServiceFailure> {
    let thread: CurlThread
    do throws(SystemLibrary.Missing) { thread = try self.thread.get() } catch {
      return .fail(.unsendable(error.reason))
    }
    let parts = Signal<HTTPPart, ServiceFailure> { [queue] emitter in
      let inbox = HTTPInbox(emitter, on: queue), body: OpenBody?
      // Not on the thread of all transfers, because a slow disk would delay them.
      do throws(ServiceFailure) { body = try message.body?.opened() } catch { return emitter.fail(error) }
      let transfer = CurlTransfer(message, body, thread.library, inbox)
      // The transfer retains the inbox; the thread retains the transfer while it runs.
      inbox.whenEmptied { [weak transfer] in
        if let transfer { thread.resume(transfer) }
      }
      emitter.disposable.add(Disposable { thread.cancel(transfer) })
      thread.start(transfer)
    }
    // A request with its own Accept-Encoding gets the body as it arrives.
    return message.has("accept-encoding") ? parts : parts.unpacked(by: thread.library, from: message.host)
  }
}
