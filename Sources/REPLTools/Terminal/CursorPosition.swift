import REPL

extension Columns {
  /// The position of a terminal's cursor after a text that begins in the first column. On a full row the cursor stays until more
  /// text follows; a wide character that does not fit leaves a blank.
  static func end(of text: some StringProtocol, in columns: Int) -> (row: Int, column: Int) {
    var row = 0, column = 0
    // By scalars, because the cursor moves by scalars.
    for scalar in text.unicodeScalars {
      let isTab = scalar == "\t", count = isTab ? 1 : width(of: scalar)
      if column + count > columns { (row, column) = (row + 1, 0) }
      column = isTab ? min(columns, (column / 8 + 1) * 8) : column + count
    }
    return (row, column)
  }
}
