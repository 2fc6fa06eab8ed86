import PlainText
import VIPER

extension CaseIterable where Self: RawRepresentable<String> {
  /// The case with that name.
  ///
  /// - Parameter problem: the beginning of the message for an unknown name.
  package init(named name: String, orSay problem: String) throws(UnknownName) {
    guard let named = Self(rawValue: name) else {
      let names = Self.allCases.map(\.rawValue)
      let near = NearMiss.nearest(to: name, in: names).map { "did you mean \($0)?" }
      throw UnknownName(description: "\(problem); \(near ?? "there are \(names.joined(separator: ", "))")")
    }
    self = named
  }
}

/// An unknown name. The description suggests the nearest name, or lists all of them.
package struct UnknownName: Error, Hashable, CustomStringConvertible {
  package let description: String
}
