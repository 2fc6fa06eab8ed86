/// The parsed command line.
struct BenchmarkArguments: Equatable {
  /// The rows to measure; all by default.
  var rows: [String] = []
  var rounds = 7
  var jsonFile: String?
  var compareFile: String?
  var countsInstructions = false
  /// Whether a row over its goal makes the program fail.
  var checks = false
  var lists = false
  var helps = false
  /// A row to run a number of times without measuring, for the instruction counter.
  var run: (row: String, count: Int)?

  static func == (a: Self, b: Self) -> Bool {
    (a.rows, a.rounds, a.jsonFile, a.compareFile) == (b.rows, b.rounds, b.jsonFile, b.compareFile)
      && (a.countsInstructions, a.checks, a.lists, a.helps) == (b.countsInstructions, b.checks, b.lists, b.helps)
      && a.run?.row == b.run?.row && a.run?.count == b.run?.count
  }

  static let usage = """
    usage: benchmarks [options]
           benchmarks stores            measure the stores with 100,000 items
           benchmarks stores --check    count their work for each call
           benchmarks load [MINUTES]    load tests and a soak of MINUTES; 1 by default

      --row NAME        measure this row; may be repeated
      --rounds N        rounds for each row; 7 by default
      --json FILE       write the measurements
      --compare FILE    show ratios to an earlier run's measurements
      --instructions    also count instructions, if valgrind is installed
      --check           fail if a row is over its goal
      --list            list the rows
      --help            print this text

    """

  /// Parses the arguments after the program's name.
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
      default: throw UsageError("\(option) is not an option; --help lists all options")
      }
    }
  }
}

/// The duration of `benchmarks load`.
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
