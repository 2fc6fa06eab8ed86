import Foundation
import Signals

/// Decompresses gzip or zlib data, block by block.
// Safe: only the observation that created it uses it, one event at a time.
final class Inflater: @unchecked Sendable {
  /// zlib's z_stream. zlib checks its size before it begins.
  private struct Stream {
    var input: UnsafePointer<UInt8>?
    var inputCount: UInt32 = 0
    var inputTotal: UInt = 0
    var output: UnsafeMutablePointer<UInt8>?
    var outputCount: UInt32 = 0
    var outputTotal: UInt = 0
    var message: UnsafePointer<CChar>?
    var state, allocate, free, opaque: OpaquePointer?
    var type: Int32 = 0
    var check: UInt = 0
    var reserved: UInt = 0
  }
  private static let blockSize = 65_536

  private let library: CurlLibrary
  // Owned by this object. zlib needs it at a fixed address.
  private let stream = UnsafeMutablePointer<Stream>.allocate(capacity: 1)
  /// Whether no compressed member is incomplete.
  private(set) var isWhole = true

  init?(_ library: CurlLibrary) {
    self.library = library
    stream.initialize(to: Stream())
    // The largest window, with a gzip or zlib header.
    guard library.inflateInit(stream, 15 + 32, "1", Int32(MemoryLayout<Stream>.size)) == 0 else {
      stream.deallocate()
      return nil
    }
  }

  deinit {
    _ = library.inflateEnd(stream)
    stream.deallocate()
  }

  /// - Parameter block: receives at most 64 KiB; returns whether to continue.
  /// - Returns: false if the bytes are not compressed, or are corrupt.
  func unpack(_ packed: Data, _ block: (Data) -> Bool) -> Bool {
    var output = [UInt8](repeating: 0, count: Self.blockSize), offset = 0, isFull = false
    while offset < packed.count || isFull {
      // One compressed member may follow another.
      if isWhole, library.inflateReset(stream) != 0 { return false }
      isWhole = false
      let input = packed.dropFirst(offset)
      // The addresses are valid only within the closures.
      let code = input.withUnsafeBytes { input in
        output.withUnsafeMutableBufferPointer { output in
          stream.pointee.input = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
          stream.pointee.inputCount = UInt32(min(input.count, Int(UInt32.max)))
          stream.pointee.output = output.baseAddress
          stream.pointee.outputCount = UInt32(output.count)
          return library.inflate(stream, 0)
        }
      }
      offset += input.count - Int(stream.pointee.inputCount)
      isFull = stream.pointee.outputCount == 0
      // 1 is Z_STREAM_END; -5 is Z_BUF_ERROR: more input is needed.
      guard [0, 1, -5].contains(code) else { return false }
      if code == 1 { (isWhole, isFull) = (true, false) }
      let count = Self.blockSize - Int(stream.pointee.outputCount)
      if count > 0, !block(Data(output.prefix(count))) { break }
      if code == -5 { break }
    }
    return true
  }
}

extension Signal<HTTPPart, ServiceFailure> {
  /// The same parts, with the body decompressed. A compressed body that is cut short fails.
  func unpacked(by library: CurlLibrary, from host: String) -> Self {
    .deferred {
      let inflater = Protected<Inflater?>(nil), lost = ServiceFailure.lost(host: host)
      return flatMap(.concat) { part in
        switch part {
        case .head(let response):
          let coding = response.header("Content-Encoding")?.lowercased() ?? ""
          if ["", "identity"].contains(coding) { return .just(part) }
          guard ["gzip", "x-gzip", "deflate"].contains(coding) else {
            let name = SingleLine.text(String(coding.prefix(40)))
            let reason = "it is compressed as '\(name)', which the request does not accept"
            return .fail(.undecodable(path: "", reason: reason, excerpt: ""))
          }
          guard let new = Inflater(library) else { return .fail(lost) }
          inflater.withLock { $0 = new }
          return .just(part)
        case .body(let packed):
          guard let inflater = inflater.withLock({ $0 }) else { return .just(part) }
          return Signal { emitter in
            let isMalformed = !inflater.unpack(packed) { block in
              emitter.send(.body(block))
              return !emitter.isDisposed
            }
            if isMalformed { emitter.fail(lost) } else { emitter.complete() }
          }
        case .sent: return .just(part)
        }
      }.concat(.deferred { inflater.withLock { $0?.isWhole } == false ? .fail(lost) : .empty })
    }
  }
}
