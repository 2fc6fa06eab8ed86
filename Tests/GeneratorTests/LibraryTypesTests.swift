import BuiltPackage
import Foundation
import Generator
import Testing

@Suite struct LibraryTypesTests {
  /// The public top-level types of a text.
  private static func publicTypes(in text: String) -> [String] {
    var names: [String] = [], isInCondition = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("#if") { isInCondition = true }
      if line.hasPrefix("#endif") { isInCondition = false }
      let content = line.drop { $0 == " " }
      guard line.count - content.count == (isInCondition ? 2 : 0), !content.hasPrefix("/") else { continue }
      let declaration = /^(?:.* )?(?:public|open) (?:\w+ )*(?:class|struct|enum|protocol|actor|typealias) (\w+)/
      if let match = content.firstMatch(of: declaration) { names.append(String(match.1)) }
    }
    return names
  }

  @Test("a module may hide no public type of the libraries, nor of those that they are made of") func complete() throws
  {
    let manifest = try PackageManifest(SwiftPackage.description(of: BuiltPackage.viper))
    let text = try String(contentsOf: BuiltPackage.viper.appendingPathComponent("Package.swift"), encoding: .utf8)
    let libraries = Set(text.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) })
    #expect(libraries == Set(LibraryTypes.all.keys))
    for library in libraries {
      let folder = BuiltPackage.viper.appendingPathComponent("Sources/\(library)")
      var types: Set<String> = []
      for path in BuiltPackage.files(in: folder) where path.hasSuffix(".swift") {
        let file = folder.appendingPathComponent(path)
        types.formUnion(Self.publicTypes(in: try String(contentsOf: file, encoding: .utf8)))
      }
      let listed = LibraryTypes.all[library] ?? []
      #expect(!types.isEmpty && types.symmetricDifference(listed).sorted() == [], "\(library)")
      let dependencies = Set(manifest.target(library)?.dependencies ?? []).intersection(libraries)
      #expect(LibraryTypes.dependencies[library] ?? [] == dependencies, "\(library)")
    }
  }
}
