/// The types that Swift files declare.
enum DeclaredTypes {
  /// The names of the types, including nested ones.
  static func names(in text: String) -> [String] {
    let swift = SwiftText(text)
    return ["class ", "struct ", "enum ", "protocol ", "actor ", "typealias "].flatMap { keyword in
      swift.positions(of: keyword).filter { !swift.hasName(before: $0) }
        .map { swift.name(at: swift.afterSpace($0 + keyword.utf8.count)) }
    }.filter { $0.first?.isUppercase == true }
  }
}
