import VIPER

extension CaseIterable where Self: RawRepresentable<String> {
  /// The case with that name.
  ///
  /// - Parameter problem: what is wrong with another name, as its message begins.
  package init(named name: String, orSay problem: String) throws(UnknownName) {
    guard let named = Self(rawValue: name) else {
      let names = Self.allCases.map(\.rawValue)
      let near = NearMiss.nearest(to: name, in: names).map { "did you mean \($0)?" }
      throw UnknownName(description: "\(problem); \(near ?? "there are \(names.joined(separator: ", "))")")
    }
    self = named
  }
}

/// A name that none of the cases has: what there is, and what was probably meant.
package struct UnknownName: Error, Hashable, CustomStringConvertible {
  package let description: String
}
