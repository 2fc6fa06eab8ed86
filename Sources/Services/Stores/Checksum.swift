import Foundation

/// A number that tells damaged bytes from those that were written: FNV-1a, eight bytes at a time. Every step can be undone,
/// so one damaged word is noticed for certain, and more of them all but. Against malice it is no protection.
struct Checksum: Hashable {
  let value: UInt64

  init(_ data: some DataProtocol) {
    var value: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ word: UInt64) { value = (value ^ word) &* 0x0000_0100_0000_01B3 }
    for region in data.regions {
      // The bytes are read inside the closure, within their bounds.
      region.withUnsafeBytes { bytes in
        var position = 0
        while position + 8 <= bytes.count {
          add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)))
          value ^= value >> 32
          position += 8
        }
        while position < bytes.count {
          add(UInt64(bytes[position]))
          position += 1
        }
      }
    }
    add(UInt64(data.count))
    self.value = value
  }

  /// Sixteen hexadecimal digits.
  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
