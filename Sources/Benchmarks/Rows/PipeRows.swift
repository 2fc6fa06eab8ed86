import Foundation
import Signals

/// Hot sources.
enum PipeRows {
  static let all = [pipe, threads]

  static let pipe = Row(
    name: "pipe", title: "pipe → map → filter → map → observer",
    subject: Contender(name: "Signals") {
      let total = Total()
      let (signal, input) = Signal<Int, Never>.pipe()
      let observation = signal.map { $0 &+ 2 }.filter { $0 & 1 == 0 }.map { $0 &* 2 }.observeValues { total.add($0) }
      return { count in
        for value in 0..<count { input.send(value &* 2) }
        withExtendedLifetime(observation) {}
      }
    },
    floor: Contender(name: "closures behind an atomic pair") {
      let chain = Floor.turnedChain(Total())
      return { count in for value in 0..<count { chain.send(value &* 2) } }
    },
    others: [Alternative.asyncStream],
    goal: Goal(ratio: 1.1, allocations: 0, instructions: 175))

  static let threads = Row(
    name: "threads", title: "two threads into one pipe",
    subject: Contender(name: "Signals", unitsPerCount: 2) {
      let total = Total(), waiting = Total(), done = DispatchSemaphore(value: 0)
      let (signal, input) = Signal<Int, Never>.pipe()
      let observation = signal.observeValues { value in
        total.add(value)
        waiting.value -= 1
        if waiting.value == 0 { done.signal() }
      }
      return { count in
        waiting.value = 2 * count
        onTwoThreads { for value in 0..<count { input.send(value) } }
        // What is queued when both have sent, another thread delivers.
        done.wait()
        withExtendedLifetime(observation) {}
      }
    },
    floor: Contender(name: "a lock around a closure", unitsPerCount: 2) {
      let lock = NSLock(), total = Total()
      let closure = Floor.map({ total.add($0) }, { $0 &+ 1 })
      return { count in
        onTwoThreads {
          for value in 0..<count {
            lock.lock()
            closure(value)
            lock.unlock()
          }
        }
      }
    },
    isGuarded: false, goal: Goal(ratio: 1.2, allocations: 0.5))

  /// Two real threads, since a queue might run both blocks on one.
  private static func onTwoThreads(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      body()
      done.signal()
    }
    thread.start()
    body()
    done.wait()
  }
}
