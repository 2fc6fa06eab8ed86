import Dispatch
import Signals

/// Events on their way to a queue.
enum DeliveryRows {
  static let all = [
    Row(
      name: "observe-on", title: "observe(on: queue), a burst of 1,000",
      subject: Contender(name: "Signals", unitsPerCount: 1000) {
        let total = Total(), done = DispatchSemaphore(value: 0)
        let (signal, input) = Signal<Int, Never>.pipe()
        let observation = signal.observe(on: .queue(DispatchQueue(label: "benchmark"))).observeValues { value in
          total.add(value)
          if value == 999 { done.signal() }
        }
        return { count in
          for _ in 0..<count {
            for value in 0..<1000 { input.send(value) }
            done.wait()
          }
          withExtendedLifetime(observation) {}
        }
      },
      floor: Contender(name: "one queue.async per event", unitsPerCount: 1000) {
        let queue = DispatchQueue(label: "benchmark"), total = Total(), done = DispatchSemaphore(value: 0)
        return { count in
          for _ in 0..<count {
            for value in 0..<1000 { queue.async { total.add(value) } }
            queue.async { done.signal() }
            done.wait()
          }
        }
      },
      others: [Alternative.asyncStream],
      // A quiet machine makes 0.1 to 0.2 allocations; on a busy one the queue runs dry more often, and each burst becomes several.
      isGuarded: false, goal: Goal(ratio: 0.3, allocations: 1))
  ]
}
