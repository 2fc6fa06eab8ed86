/// What the command line asks for.
struct BenchmarkArguments: Equatable {
  /// The rows to measure; all, if none is named.
  var rows: [String] = []
  var rounds = 7
  var jsonFile: String?
  var compareFile: String?
  var countsInstructions = false
  /// Whether a row over its goal makes the program fail.
  var checks = false
  var lists = false
  var helps = false
  /// One contender's body, run so many times and not measured: what an instruction counter watches.
  var run: (row: String, count: Int)?

  static func == (a: Self, b: Self) -> Bool {
    (a.rows, a.rounds, a.jsonFile, a.compareFile) == (b.rows, b.rounds, b.jsonFile, b.compareFile)
      && (a.countsInstructions, a.checks, a.lists, a.helps) == (b.countsInstructions, b.checks, b.lists, b.helps)
      && a.run?.row == b.run?.row && a.run?.count == b.run?.count
  }

  static let usage = """
    usage: benchmarks [options]
           benchmarks stores            what the stores promise, with 100,000 items
           benchmarks stores --check    what they do for a call: counted, not timed
           benchmarks load [MINUTES]    hard use, and a soak that long; 1 if not given

      --row NAME        measure this row; may be given more than once
      --rounds N        rounds for each row, 7 if not given
      --json FILE       write what was measured
      --compare FILE    show ratios to what an earlier run wrote
      --instructions    count instructions, too, where valgrind is installed
      --check           fail if a row is over its goal
      --list            name the rows
      --help            this

    """

  /// Reads the arguments after the program's name.
  init(_ arguments: [String], rows names: [String]) throws(UsageError) {
    var rest = arguments[...]
    func value(of option: String) throws(UsageError) -> String {
      guard let value = rest.popFirst() else { throw UsageError("\(option) needs a value") }
      return value
    }
    func row(_ name: String) throws(UsageError) -> String {
      if names.contains(name) { return name }
      throw UsageError("there is no row \(name); the rows are \(names.joined(separator: ", "))")
    }
    func number(_ text: String, of option: String) throws(UsageError) -> Int {
      if let number = Int(text), number > 0 { return number }
      throw UsageError("\(option) needs a number above 0, not \(text)")
    }
    while let option = rest.popFirst() {
      switch option {
      case "--row": rows.append(try row(try value(of: option)))
      case "--rounds": rounds = try number(try value(of: option), of: option)
      case "--json": jsonFile = try value(of: option)
      case "--compare": compareFile = try value(of: option)
      case "--instructions": countsInstructions = true
      case "--check": checks = true
      case "--list": lists = true
      case "--help": helps = true
      case "--run": run = (try row(try value(of: option)), try number(try value(of: option), of: option))
      default: throw UsageError("\(option) is no option; --help says what there is")
      }
    }
  }
}

/// How long `benchmarks load` goes on.
struct LoadArguments: Equatable {
  var soak = Duration.seconds(60)

  init(_ arguments: ArraySlice<String>) throws(UsageError) {
    guard let text = arguments.first else { return }
    guard arguments.count == 1, let minutes = Int(text), minutes > 0 else {
      throw UsageError("load needs a number of minutes above 0, not \(arguments.joined(separator: " "))")
    }
    soak = .seconds(minutes * 60)
  }
}

/// Why the command line, or a file it names, cannot be used.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
