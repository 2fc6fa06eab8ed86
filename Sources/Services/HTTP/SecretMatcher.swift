import Foundation

/// Finds secrets in bytes, however each of their characters is escaped there: as in JSON, in an address or a form, in HTML, or in
/// one of them within another.
///
/// It reads every byte a fixed number of times for each secret, as Knuth, Morris and Pratt did, so that neither a long secret
/// nor an answer that almost repeats it, over and over, takes long.
struct SecretMatcher {
  private let patterns: [Pattern]

  /// - Parameter secrets: as they are; none is empty.
  init(_ secrets: some Sequence<String>) {
    // An accent is a part of its letter, or a character behind it: both look the same.
    let forms = secrets.flatMap {
      [$0, $0.precomposedStringWithCanonicalMapping, $0.decomposedStringWithCanonicalMapping]
    }
    patterns = Set(forms.map { $0.utf8.map(Reading.plain) }).map(Pattern.init)
  }

  /// Which of the bytes are of a secret.
  ///
  /// - Parameter isCut: whether there is more of them: then what may be the beginning of a secret at their end is one.
  func secrets(in bytes: [UInt8], isCut: Bool) -> [Bool] {
    var isSecret = [Bool](repeating: false, count: bytes.count)
    mark(Reading(bytes), isCut: isCut, within: 3, in: &isSecret)
    return isSecret
  }

  /// - Parameter depth: how many escapes may be within one another.
  private func mark(_ text: Reading, isCut: Bool, within depth: Int, in isSecret: inout [Bool]) {
    for pattern in patterns { pattern.mark(text, isCut: isCut, in: &isSecret) }
    guard depth > 0 else { return }
    for escape in Escape.allCases {
      guard let meant = text.undoing(escape, isCut: isCut) else { continue }
      mark(meant, isCut: isCut, within: depth - 1, in: &isSecret)
    }
  }
}

/// Bytes as they are meant, and where they came from.
private struct Reading {
  private(set) var bytes: [UInt8] = []
  /// Where each of them begins in what was read, and where the last one ends.
  private(set) var places: [Int] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes.map(Self.plain)
    places = Array(0...bytes.count)
  }

  private init() {}

  /// A plus sign is a space in a form: here they are the same everywhere.
  static func plain(_ byte: UInt8) -> UInt8 { byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte }

  /// nil if there is nothing to undo.
  func undoing(_ escape: Escape, isCut: Bool) -> Reading? {
    guard bytes.contains(escape.mark) else { return nil }
    var meant = Reading(), index = 0
    while index < bytes.count {
      var meaning = [bytes[index]], length = 1
      if bytes[index] == escape.mark {
        let next = bytes[index...].prefix(Escape.longest)
        if let found = escape.read(next) {
          (meaning, length) = found
        } else if isCut, next.count < Escape.longest {
          // The rest of it may be what was cut off.
          break
        }
      }
      for byte in meaning {
        meant.bytes.append(Self.plain(byte))
        meant.places.append(places[index])
      }
      index += length
    }
    meant.places.append(places[index])
    return meant.bytes.count < bytes.count ? meant : nil
  }
}

/// One secret.
private struct Pattern {
  private let bytes: [UInt8]
  /// For each number of its bytes that were found: with how many it goes on when the next byte is another.
  private let fallback: [Int]

  init(_ bytes: [UInt8]) {
    var fallback = [0, 0], found = 0
    for byte in bytes.dropFirst() {
      while found > 0, bytes[found] != byte { found = fallback[found] }
      if bytes[found] == byte { found += 1 }
      fallback.append(found)
    }
    (self.bytes, self.fallback) = (bytes, fallback)
  }

  func mark(_ text: Reading, isCut: Bool, in isSecret: inout [Bool]) {
    var found = 0, marked = 0
    func mark(_ start: Int, _ end: Int) {
      // What overlaps is marked once: a secret may be in itself, as `aa` is in `aaa`.
      for place in max(start, marked)..<max(end, marked) { isSecret[place] = true }
      marked = max(end, marked)
    }
    for (index, byte) in text.bytes.enumerated() {
      if found == bytes.count { found = fallback[found] }
      while found > 0, bytes[found] != byte { found = fallback[found] }
      if bytes[found] == byte { found += 1 }
      if found == bytes.count { mark(text.places[index + 1 - found], text.places[index + 1]) }
    }
    if isCut, found > 0 { mark(text.places[text.bytes.count - found], isSecret.count) }
  }
}
