package import Foundation

/// The JSON of a store, in the current version or an older one: `{"entities": […], "version": 1}`.
package struct StoreDocument<Entity: Identifiable & Codable & Sendable>: DecodableWithConfiguration {
  package let entities: [Entity]

  /// Decodes the content of a file. `file` is its name in failures.
  init(_ data: Data, schema: StoreSchema<Entity>, of file: String) throws(StoreFailure) {
    do {
      self = try EntityCoding.decoder.decode(Self.self, from: data, configuration: (schema, file))
    } catch let failure as StoreFailure {
      throw failure
    } catch {
      throw .invalid(file: file, reason: data.isEmpty ? "it is empty" : EntityCoding.reason(error))
    }
  }

  /// Decodes rows of `version`, each the JSON of one entity. Decoding them as one document is several times as fast as one by one.
  package init(_ rows: [Data], version: Int, schema: StoreSchema<Entity>, of file: String) throws(StoreFailure) {
    func document(_ rows: [Data]) throws(StoreFailure) -> Self {
      var data = Data(#"{"version":\#(version),"entities":["#.utf8)
      data += rows.joined(separator: ",".utf8)
      data += "]}".utf8
      let document = try Self(data, schema: schema, of: file)
      guard document.entities.count == rows.count else { throw Self.invalidJSON(0, of: file) }
      return document
    }
    do throws(StoreFailure) {
      self = try document(rows)
    } catch {
      // Finds the row that is not valid JSON.
      for (number, row) in rows.enumerated() where (try? JSONSerialization.jsonObject(with: row)) == nil {
        throw Self.invalidJSON(number, of: file)
      }
      throw error
    }
  }

  private static func invalidJSON(_ number: Int, of file: String) -> StoreFailure {
    .invalid(file: file, reason: "entities[\(number)] is not valid JSON")
  }

  package init(from decoder: any Decoder, configuration: (schema: StoreSchema<Entity>, file: String)) throws {
    let (schema, file) = configuration
    let content = try decoder.container(keyedBy: Key.self)
    // The version comes first: it decides how to decode the rest.
    let version = try content.decode(Int.self, forKey: .version)
    let migrations = try schema.migrations(from: version, of: file)
    let names = content.allKeys.map(\.stringValue).sorted()
    if let name = names.first(where: { !["version", "entities"].contains($0) }) {
      throw StoreFailure.invalid(file: file, reason: "it has the unknown key '\(name)'")
    }
    var list = try content.nestedUnkeyedContainer(forKey: .entities), entities: [Entity] = []
    var positions: [Entity.ID: Int] = [:]
    while !list.isAtEnd {
      let number = entities.count
      let entity = try StoreMigration.read(Entity.self, of: &list, through: migrations)
      if let other = positions.updateValue(number, forKey: entity.id) {
        let reason = "entities[\(number)] has the id of entities[\(other)]"
        throw StoreFailure.invalid(file: file, reason: reason)
      }
      entities.append(entity)
    }
    self.entities = entities
  }

  private struct Key: CodingKey {
    static var version: Self { Self(stringValue: "version") }
    static var entities: Self { Self(stringValue: "entities") }
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
