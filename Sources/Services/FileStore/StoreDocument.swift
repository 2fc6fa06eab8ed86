import Foundation

/// What the file of a ``FileStore`` holds: `{"checksum": "…", "entities": […], "version": 1}`.
///
/// The checksum is that of everything behind its own line, the version included: a version that was not written is damage, not
/// news. Whoever changes the file by hand leaves that line out.
struct StoreDocument<Entity: Identifiable & Codable & Sendable> where Entity.ID: Sendable {
  /// An entity, and how it is written in the file. A class, for there are many, and they are passed around a lot.
  final class Row: Identifiable, Sendable {
    let entity: Entity
    /// Bytes in an array, which are put together several times as fast as `Data`.
    let json: [UInt8]
    var id: Entity.ID { entity.id }

    convenience init(_ entity: Entity) throws {
      let json = try EntityCoding.encode(entity, for: .people)
      self.init(entity, json: Array(json.split(separator: 0x0A).joined(separator: Array("\n    ".utf8))))
    }

    init(_ entity: Entity, json: [UInt8]) {
      self.entity = entity
      self.json = json
    }
  }
  let rows: [Row]

  /// Reads what ``encode(_:version:)`` wrote, in this or an older version. `file` is for the failure's text.
  init(_ data: Data, schema: StoreSchema<Entity>, of file: String) throws(StoreFailure) {
    let isSound = try Self.check(data, file)
    let version = try Self.read(Header.self, of: data, file).version
    let migrations = try schema.migrations(from: version, of: file)
    let outline = try Self.read(Outline.self, of: data, file)
    if let name = outline.unknown {
      throw .invalid(file: file, reason: "it has '\(name)', which does not belong there")
    }
    if outline.checksum != nil, !isSound { throw Self.damaged(file) }
    guard let elements = JSONElements.of("entities", in: data), elements.count == outline.count else {
      throw .invalid(file: file, reason: "entities cannot be read")
    }
    var rows: [Row] = []
    rows.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      do {
        if migrations.isEmpty {
          rows.append(Row(try EntityCoding.decode(Entity.self, from: Data(element)), json: element))
        } else {
          let json = try migrations.reduce(Data(element)) { try $1.migrate($0) }
          rows.append(try Row(EntityCoding.decode(Entity.self, from: json)))
        }
      } catch {
        throw .invalid(file: file, reason: EntityCoding.reason(error, in: "entities[\(index)]"))
      }
    }
    self.rows = rows
  }

  /// Sorted and indented: a person may have to repair it one day.
  static func encode(_ rows: [Row], version: Int) -> Data {
    var content = Array("  \"entities\" : [".utf8), separator = Array("\n    ".utf8)
    content.reserveCapacity(rows.reduce(100) { $0 + $1.json.count + 6 })
    for row in rows {
      content += separator
      content += row.json
      separator = Array(",\n    ".utf8)
    }
    content += Array("\n  ],\n  \"version\" : \(version)\n}\n".utf8)
    return Data((checksumStart + Checksum(content).text + checksumEnd).utf8) + content
  }

  /// What is before the digits of the checksum, and behind them.
  private static var checksumStart: String { "{\n  \"checksum\" : \"" }
  private static var checksumEnd: String { "\",\n" }

  /// Whether there is a checksum where one is written; fails if it is not that of what is behind it.
  private static func check(_ data: Data, _ file: String) throws(StoreFailure) -> Bool {
    let (before, after) = (Data(checksumStart.utf8), Data(checksumEnd.utf8)), digits = 16
    let start = data.startIndex + before.count, end = start + digits
    guard data.starts(with: before), data.count >= before.count + digits + after.count,
      data[end...].starts(with: after)
    else { return false }
    guard Checksum(data[(end + after.count)...]).text == String(decoding: data[start..<end], as: UTF8.self) else {
      throw damaged(file)
    }
    return true
  }

  private static func damaged(_ file: String) -> StoreFailure {
    .invalid(
      file: file,
      reason: "its content is not what was written, by its checksum; if it was changed by hand on purpose, "
        + "take the line of the checksum out")
  }
}

extension StoreDocument {
  /// The part every version has, read first: it decides whether the rest can be understood.
  private struct Header: Decodable { let version: Int }

  /// The rest, but for the entities themselves.
  private struct Outline: Decodable {
    let checksum: String?
    let count: Int
    /// A key that nobody has written.
    let unknown: String?

    private enum Key: String, CodingKey { case version, checksum, entities }
    private struct AnyKey: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      checksum = try container.decodeIfPresent(String.self, forKey: .checksum)
      count = try container.nestedUnkeyedContainer(forKey: .entities).count ?? 0
      let names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
      unknown = names.sorted().first { Key(stringValue: $0) == nil }
    }
  }

  private static func read<Part: Decodable>(_ part: Part.Type, of data: Data, _ file: String) throws(StoreFailure)
    -> Part
  {
    do {
      return try EntityCoding.decode(part, from: data)
    } catch {
      throw .invalid(file: file, reason: data.isEmpty ? "it is empty" : EntityCoding.reason(error))
    }
  }
}
