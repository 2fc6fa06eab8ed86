import Foundation

/// One message that libcurl sends, and its answer.
// Safe: only the thread of its `CurlThread` uses the mutable state, and libcurl calls back on that thread.
final class CurlTransfer: @unchecked Sendable {
  private let message: HTTPMessage
  private let library: CurlLibrary
  private let inbox: HTTPInbox
  /// nil before the transfer begins and after it ends.
  private(set) var easy: CurlLibrary.Easy?
  private var headers: CurlLibrary.List?
  private var head = HTTPHead()
  private var body: OpenBody?
  private var sent = 0
  /// The reason why a callback has ended the transfer.
  private var failure: ServiceFailure?
  // Owned by this object; libcurl writes its error text into it until `close`.
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: 256)

  init(_ message: HTTPMessage, _ body: OpenBody?, _ library: CurlLibrary, _ inbox: HTTPInbox) {
    (self.message, self.body, self.library, self.inbox) = (message, body, library, inbox)
    errorText.initialize(repeating: 0, count: 256)
  }

  deinit { errorText.deallocate() }

  /// Prepares the transfer; returns the handle to perform.
  func begin() -> CurlLibrary.Easy? {
    guard let easy = library.easyInit() else {
      inbox.end(.lost(host: message.host))
      return nil
    }
    self.easy = easy
    prepare(easy)
    receive(easy)
    send(easy)
    return easy
  }

  private func prepare(_ easy: CurlLibrary.Easy) {
    library.set(easy, .url, message.url.absoluteString)
    library.set(easy, .customRequest, message.method)
    // The tests with misbehaving servers cover this version.
    let http1 = 2  // CURL_HTTP_VERSION_1_1
    library.set(easy, .httpVersion, http1)
    // No signals, because the program has threads; and a cancelled transfer does not wait for name resolution.
    library.set(easy, .noSignal, 1)
    library.set(easy, .quickExit, 1)
    // If a reused connection closes without an answer, libcurl sends the message again, but the server may have processed it. So a
    // message that must not be sent twice gets a new connection, and so does a body, which would have to be rewound.
    if !message.isRepeatable || message.body != nil { library.set(easy, .freshConnect, 1) }
    if message.isLocal { library.set(easy, .proxy, "") }
    // The answer of a proxy that opens a tunnel is not the server's.
    library.set(easy, .suppressConnectHeaders, 1)
    library.set(easy, .errorBuffer, errorText)
    // Child processes do not inherit the connection.
    let prepareSocket: @convention(c) (UnsafeMutableRawPointer?, Int32, Int32) -> Int32 = { _, socket, _ in
      _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
      return 0
    }
    library.set(easy, .sockOptFunction, unsafeBitCast(prepareSocket, to: UnsafeRawPointer.self))  // an address
    var lines = message.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    // Removes libcurl's own headers that would wait for the server or state a type without a body.
    lines.append("Expect:")
    if !message.has("content-type") { lines.append("Content-Type:") }
    // A range of a compressed body could not be decompressed.
    if !message.has("accept-encoding"), !message.has("range") { lines.append("Accept-Encoding: gzip") }
    for line in lines { headers = library.listAppend(headers, line) ?? headers }
    library.set(easy, .httpHeader, headers.map { UnsafeRawPointer($0) })
  }

  /// The transfer, as libcurl passes it to the callbacks. Its thread retains it while it runs.
  private var pointer: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }

  private static func transfer(_ pointer: UnsafeMutableRawPointer) -> CurlTransfer {
    Unmanaged.fromOpaque(pointer).takeUnretainedValue()  // what `pointer` made, while it runs
  }

  private typealias Receive =
    @convention(c) (UnsafePointer<UInt8>, Int, Int, UnsafeMutableRawPointer) -> Int
  private typealias Read = @convention(c) (UnsafeMutableRawPointer, Int, Int, UnsafeMutableRawPointer) -> Int

  private func receive(_ easy: CurlLibrary.Easy) {
    // Returning any number but the count of the bytes ends the transfer.
    let receiveHead: Receive = { bytes, _, count, pointer in
      CurlTransfer.transfer(pointer).receiveHead(UnsafeBufferPointer(start: bytes, count: count)) ? count : 0
    }
    let receiveBody: Receive = { bytes, _, count, pointer in
      CurlTransfer.transfer(pointer).receiveBody(UnsafeBufferPointer(start: bytes, count: count)) ? count : 0
    }
    // Functions as their addresses.
    library.set(easy, .headerFunction, unsafeBitCast(receiveHead, to: UnsafeRawPointer.self))
    library.set(easy, .writeFunction, unsafeBitCast(receiveBody, to: UnsafeRawPointer.self))
    library.set(easy, .headerData, pointer)
    library.set(easy, .writeData, pointer)
    if message.method == "HEAD" { library.set(easy, .noBody, 1) }
  }

  private func send(_ easy: CurlLibrary.Easy) {
    guard message.body != nil || ["POST", "PUT", "PATCH"].contains(message.method) else { return }
    let read: Read = { buffer, size, count, pointer in
      CurlTransfer.transfer(pointer).read(UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
    }
    library.set(easy, .post, 1)
    library.set(easy, .postFieldSizeLarge, message.body?.count ?? 0)
    library.set(easy, .readFunction, unsafeBitCast(read, to: UnsafeRawPointer.self))  // an address
    library.set(easy, .readData, pointer)
  }

  private func receiveHead(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    do throws(HTTPHead.Refusal) {
      if let response = try head.read(line) { inbox.add(response) }
      return true
    } catch {
      failure = error == .isTooLong ? .tooLarge(limit: HTTPHead.limit) : .lost(host: message.host)
      return false
    }
  }

  private func receiveBody(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let receiving: Int32 = 1  // CURLPAUSE_RECV
    if inbox.add(bytes), let easy { _ = library.easyPause(easy, receiving) }
    return true
  }

  func resume() {
    if let easy { _ = library.easyPause(easy, 0) }  // CURLPAUSE_CONT
  }

  /// Copies the next bytes of the body.
  private func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let body, let total = message.body?.count else { return 0 }
    let count = min(buffer.count, total - sent), piece = body.read(count, at: sent)
    if piece.isEmpty, count > 0 {
      // The file has become shorter. The result ends the transfer (CURL_READFUNC_ABORT).
      failure = .cancelled
      return 0x1000_0000
    }
    piece.copyBytes(to: buffer)
    sent += piece.count
    // A server may answer before it has the whole body. The progress does not go on after the head of the answer.
    if count > 0, !head.isOver { inbox.add(sent: sent, of: total) }
    return piece.count
  }

  /// - Parameter code: the CURLcode that the transfer ended with.
  func end(_ code: Int32) {
    inbox.end(code == 0 && head.isOver ? nil : failure ?? reason(code))
    close()
  }

  /// Releases libcurl's resources of the transfer.
  func close() {
    if let easy { library.easyCleanup(easy) }
    library.listFree(headers)
    (easy, headers, body) = (nil, nil, nil)
  }

  /// The failure for a CURLcode. libcurl's own text is not part of it: it may contain the whole URL.
  private func reason(_ code: Int32) -> ServiceFailure {
    let host = message.host
    switch code {
    // CURLE_COULDNT_RESOLVE_PROXY, _HOST
    case 5, 6: return .offline(host: host)
    case 7: return .refused(host: host)  // CURLE_COULDNT_CONNECT
    case 28: return .timedOut  // CURLE_OPERATION_TIMEDOUT
    // CURLE_SSL_CONNECT_ERROR. A connection lost during the TLS handshake has the same code as a server without TLS.
    case 35:
      let text = String(cString: errorText)
      let isBroken = ["reset by peer", "SYSCALL", "unexpected eof", "terminated"].contains { text.contains($0) }
      return isBroken ? .lost(host: host) : .untrusted(host: host)
    // CURLE_PEER_FAILED_VERIFICATION and all others whose names have SSL
    case 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91: return .untrusted(host: host)
    default: return .lost(host: host)
    }
  }
}
