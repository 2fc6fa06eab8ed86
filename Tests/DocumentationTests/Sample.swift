/// A piece of code that somebody will copy, and where it stands.
struct Sample: Equatable {
  /// From the root of the package.
  let path: String
  /// The line its first line is on.
  let line: Int
  let code: String

  /// What a sample says it prints, and the line that says so.
  struct Print: Equatable {
    let path: String
    let line: Int
    let text: String
  }

  /// The code, whose lines the compiler then knows by where they stand.
  var located: String { "#sourceLocation(file: \"\(path)\", line: \(line))\n\(code)\n" }

  var prints: [Print] {
    code.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, text in
      text.wholeMatch(of: /.*\/\/ Prints "(.*)"/).map { Print(path: path, line: line + index, text: String($0.1)) }
    }
  }
}

extension [Sample.Print] {
  /// The first line that says something else than what was printed.
  func difference(from output: String) -> String? {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    for (index, print) in enumerated() where index >= lines.count || lines[index] != print.text {
      let found = index < lines.count ? "\"\(lines[index])\" is" : "nothing more is"
      return "\(print.path):\(print.line): \"\(print.text)\" should be printed, \(found)"
    }
    return lines.dropFirst(count).first.map { "\"\($0)\" is printed, and no line says so" }
  }
}
