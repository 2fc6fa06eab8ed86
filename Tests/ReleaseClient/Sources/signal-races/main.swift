import Racing

let program = RaceProgram()

func run<Value>(_ content: Content<Value>) {
  program.run([content.properties, content.observations, content.bindings, content.signals, content.commands])
}

run(.strings)
run(.arrays)
run(.objects)
run(.existentials)
