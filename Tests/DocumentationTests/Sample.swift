/// A piece of code for readers to copy, with its location.
struct Sample: Equatable {
  /// The path, from the root of the package.
  let path: String
  /// The line number of its first line.
  let line: Int
  let code: String

  /// The stated output of a sample, with its line number.
  struct Print: Equatable {
    let path: String
    let line: Int
    let text: String
  }

  /// The code, with its location for the compiler's messages.
  var located: String { "#sourceLocation(file: \"\(path)\", line: \(line))\n\(code)\n" }

  var prints: [Print] {
    code.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, text in
      text.wholeMatch(of: /.*\/\/ Prints "(.*)"/).map { Print(path: path, line: line + index, text: String($0.1)) }
    }
  }
}

extension [Sample.Print] {
  /// The first line that differs from the printed output.
  func difference(from output: String) -> String? {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    for (index, print) in enumerated() where index >= lines.count || lines[index] != print.text {
      let found = index < lines.count ? "\"\(lines[index])\" is" : "nothing more is"
      return "\(print.path):\(print.line): \"\(print.text)\" should be printed, \(found)"
    }
    return lines.dropFirst(count).first.map { "\"\($0)\" is printed, and no line says so" }
  }
}
