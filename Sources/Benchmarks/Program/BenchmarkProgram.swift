import Foundation

/// Measures the chosen rows, prints them, and compares them with their goals or with an earlier run.
struct BenchmarkProgram {
  var rows =
    PipeRows.all + ColdRows.all + PropertyRows.all + GraphRows.all + FlatMapRows.all + SubscriptionRows.all
    + CommandRows.all
    + DeliveryRows.all + GrowthRows.all + LayerRows.all
  /// Prints a line at once, since a row takes a while.
  var write: (String) -> Void = { FileHandle.standardOutput.write(Data(($0 + "\n").utf8)) }

  /// Runs the command line.
  ///
  /// - Returns: 0; 1 if a check failed; 2 if the arguments or a file can't be used.
  @MainActor func run(_ arguments: [String]) async -> Int32 {
    if arguments == ["stores"] { return measuringStores { try StoreSpeeds().run() } }
    if arguments == ["stores", "--check"] { return measuringStores { try StoreCounts(write: write).run() } }
    if arguments == ["load-screen"] { return await BusyScreen.run() }
    do throws(UsageError) {
      if arguments.first == "load" { return await run(try LoadArguments(arguments.dropFirst())) }
      return try run(BenchmarkArguments(arguments, rows: rows.map(\.name)))
    } catch {
      write("benchmarks: \(error)")
      return 2
    }
  }

  private func measuringStores(_ run: () throws -> Bool) -> Int32 {
    do { return try run() ? 0 : 1 } catch {
      write("benchmarks: the stores could not be measured: \(error)")
      return 2
    }
  }

  @MainActor private func run(_ arguments: LoadArguments) async -> Int32 {
    do { return try await Load(soak: arguments.soak, write: write).run() ? 0 : 1 } catch {
      write("benchmarks: the load could not be measured: \(error)")
      return 2
    }
  }

  private func run(_ arguments: BenchmarkArguments) throws(UsageError) -> Int32 {
    if arguments.helps {
      write(BenchmarkArguments.usage)
      return 0
    }
    if arguments.lists {
      for row in rows { write("\(row.name.padded(to: 20)) \(row.title)") }
      return 0
    }
    if let (name, count) = arguments.run {
      for row in rows where row.name == name { row.subject.prepare()(count) }
      return 0
    }
    let earlier = try arguments.compareFile.map { file throws(UsageError) in try ResultFile(contentsOf: file) }
    let counter = arguments.countsInstructions ? InstructionCounter() : nil
    if arguments.countsInstructions, counter == nil { write("instructions are not counted: valgrind is not installed") }
    #if DEBUG
      write("this is a debug build, whose figures mean nothing: use swift run -c release benchmarks")
    #endif

    let measuring = Measuring(rounds: arguments.rounds)
    var results: [RowResult] = [], failures: [String] = []
    for row in rows where arguments.rows.isEmpty || arguments.rows.contains(row.name) {
      var result = measuring(row)
      if row.goal.instructions != nil || !arguments.rows.isEmpty {
        result.instructions = counter?.instructions(of: row)
      }
      results.append(result)
      let table = RowReport(row, result, earlier: earlier?.result(named: row.name))
      for line in table.lines { write(line) }
      failures += table.failures
    }
    if let file = arguments.jsonFile { try ResultFile(results: results).write(to: file) }
    guard arguments.checks else { return 0 }
    for failure in failures { write("worse than it was: \(failure)") }
    return failures.isEmpty ? 0 : 1
  }
}
