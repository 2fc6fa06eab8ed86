import Foundation
import Signals
import Synchronization
import Testing

@Suite struct SerialGateTests {
  /// Whether the current thread is the marked one. Not by its address, which another thread may get when it has ended.
  private static var isMarked: Bool { Thread.current.threadDictionary["mark"] != nil }
  private static func mark() { Thread.current.threadDictionary["mark"] = true }

  /// Runs in a process of its own: an owner that delivered for the other thread without a bound would never return.
  @Test func aSenderIsNotKeptBusyByAnother() async {
    await #expect(processExitsWith: .success) {
      alarm(60)
      let (signal, input) = Signal<Int, Never>.pipe()
      let sent = Atomic(0), hasReturned = Atomic(false), isFirst = Atomic(true)
      signal.observeValues { _ in
        // The other thread sends before the first delivery is over.
        if isFirst.exchange(false, ordering: .relaxed) {
          while sent.load(ordering: .acquiring) < 10 { sched_yield() }
        }
      }
      Thread {
        while !hasReturned.load(ordering: .acquiring) {
          if isFirst.load(ordering: .acquiring) { continue }
          input.send(1)
          sent.add(1, ordering: .releasing)
        }
      }.start()
      input.send(0)
      hasReturned.store(true, ordering: .releasing)
    }
  }

  @Test func anOwnerDeliversFewOfTheEventsThatAnotherThreadSendsDuringItsFirst() async {
    let (signal, input) = Signal<Int, Never>.pipe(), own = MutableProperty(0), first = Rendezvous()
    signal.observeValues { value in
      if Self.isMarked { own.modify { $0 += 1 } }
      if value == 0 { first.pause() }
    }
    await race(
      {
        Self.mark()
        input.send(0)
        input.send(1)
      },
      { first.whilePaused { for number in 1...3000 { input.send(number) } } })
    #expect((1..<1100).contains(own.value))
  }

  /// Runs in a process of its own, because it blocks more threads than the global queue of Dispatch has.
  @Test func eventsLeftByAnOwnerNeedNoFreeThreadOfTheGlobalQueue() async {
    await #expect(processExitsWith: .success) {
      alarm(60)
      let (signal, input) = Signal<Int, Never>.pipe()
      let first = Rendezvous(), isDelivered = DispatchSemaphore(value: 0), last = 3000
      signal.observeValues { value in
        if value == 0 { first.pause() }
        if value == last { isDelivered.signal() }
      }
      for _ in 1...1000 {
        DispatchQueue.global().async {
          isDelivered.wait()
          isDelivered.signal()
        }
      }
      Thread { first.whilePaused { for number in 1...last { input.send(number) } } }.start()
      input.send(0)
      isDelivered.wait()
    }
  }

  /// Each write of the other thread makes the owner observe another property, which waits in the queue.
  @Test func anOwnerIsNotKeptBusyByAnotherThreadThatMakesItQueueWork() async {
    let root = MutableProperty(0), writes = 3000, own = MutableProperty(0)
    let delivery = Rendezvous()
    let selecting = root.flatMap { [root] value in root.map { $0 + value } }.signal.start()
    let observation = root.changes.observeValues { value in
      if Self.isMarked { own.modify { $0 += 1 } }
      if value < writes { delivery.pause() }
    }
    await race(
      {
        Self.mark()
        root.value = 0
      },
      {
        for number in 1...writes { delivery.whilePaused { root.value = number } }
      })
    #expect((1..<1100).contains(own.value))
    for observation in [selecting, observation] { observation.dispose() }
  }
}
