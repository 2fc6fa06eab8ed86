struct PromiseWord: Equatable {
  enum Content: Equatable {
    case word(String)
    /// A text in quotes.
    case text(String)
  }
  let content: Content
  /// The number of characters before it in the line.
  let offset: Int

  /// The words of a line. In quotes `\"` is a quote and `\\` a backslash.
  static func all(in line: String) throws(LineError) -> [PromiseWord] {
    let characters = Array(line)
    var words: [PromiseWord] = [], index = 0
    while index < characters.count {
      let start = index
      switch characters[index] {
      case " ", "\t": index += 1
      case "(", ")":
        throw LineError("a promise has no parentheses; 'not' binds closest, then 'and', then 'or'", at: start)
      case "\"": words.append(PromiseWord(content: .text(try text(in: characters, &index)), offset: start))
      case "\u{201C}", "\u{201D}", "\u{201E}", "'":
        throw LineError("this is another kind of quote; write \"…\"", at: start)
      default:
        while index < characters.count, !" \t()\"".contains(characters[index]) { index += 1 }
        words.append(PromiseWord(content: .word(String(characters[start..<index])), offset: start))
      }
    }
    return words
  }

  /// The text in quotes that begins at an index; moves the index past it.
  private static func text(in characters: [Character], _ index: inout Int) throws(LineError) -> String {
    let start = index
    var text = ""
    index += 1
    while index < characters.count, characters[index] != "\"" {
      let next = index + 1 < characters.count ? characters[index + 1] : " "
      if characters[index] == "\\", next == "\"" || next == "\\" { index += 1 }
      text.append(characters[index])
      index += 1
    }
    guard index < characters.count else { throw LineError("the quote that ends this text is missing", at: start) }
    index += 1
    return text
  }
}
