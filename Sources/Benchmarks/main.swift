import AllocationCounter
let rows = PipeRows.all + ColdRows.all + PropertyRows.all + FlatMapRows.all + SubscriptionRows.all + CommandRows.all + DeliveryRows.all
if CommandLine.arguments.count == 4, CommandLine.arguments[1] == "--run", let row = rows.first(where: { $0.name == CommandLine.arguments[2] }) {
  row.subject.prepare()(Int(CommandLine.arguments[3]) ?? 0)
} else {
let measuring = Measuring()
for row in rows where CommandLine.arguments.count < 2 || row.name.hasPrefix(CommandLine.arguments[1]) {
  let r = measuring(row)
  func f(_ x: Double) -> String { String((x * 100).rounded() / 100) }
  print(row.name, f(r.subject.amount), "(\(f(r.subject.allocations)))", "floor", f(r.floor.amount), "(\(f(r.floor.allocations)))", "ratio", f(r.ratio.low), f(r.ratio.median), f(r.ratio.high), "goal", row.goal.ratio, r.others.map { "\($0.key) \(f($0.value.amount)) (\(f($0.value.allocations)))" })
}
}
