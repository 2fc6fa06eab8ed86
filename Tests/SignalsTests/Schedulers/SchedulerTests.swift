import Dispatch
import Effort
import Signals
import SignalsTesting
import Testing

@Suite struct SchedulerTests {
  private let order = MutableProperty<[Int]>([])

  private func note(_ number: Int) -> @Sendable () -> Void { { [order] in order.modify { $0.append(number) } } }

  @Test func immediateRunsBeforeItReturns() {
    let immediate: ImmediateScheduler = .immediate
    let work = [immediate.schedule(note(1)), immediate.schedule(after: .seconds(9), note(2))]
    #expect(order.value == [1, 2])
    #expect(work.allSatisfy { $0.isDisposed })
  }

  @Test func aQueueRunsWorkInOrderAndDropsDisposedWork() async {
    let queue = DispatchQueue(label: "scheduler"), scheduler = DispatchScheduler(queue)
    queue.suspend()
    scheduler.schedule(note(1))
    scheduler.schedule(note(2)).dispose()
    scheduler.schedule(after: .nanoseconds(1), note(3)).dispose()
    scheduler.schedule(note(4))
    queue.resume()
    await withCheckedContinuation { continuation in scheduler.schedule { continuation.resume() } }
    #expect(order.value == [1, 4])
  }

  @Test(arguments: [DispatchScheduler(DispatchQueue(label: "scheduler")), VirtualTimeScheduler()] as [any Scheduler])
  func nothingIsLeftOfDisposedWorkBeforeItsTime(_ scheduler: any Scheduler) {
    let alive = (0..<Effort.runs(short: 20_000, full: 200_000)).map { _ in
      let work = scheduler.schedule(after: .seconds(3600)) {}
      work.dispose()
      return Weak(work)
    }
    #expect(alive.count { $0.object != nil } == 0)
  }

  // The order holds however slow the machine is: what is scheduled later has a longer delay, too. (That later work with an earlier
  // time goes first is a test of virtual time.)
  @Test func delayedWorkRunsInTheOrderOfItsTimes() async {
    let scheduler = DispatchScheduler(DispatchQueue(label: "scheduler"))
    scheduler.schedule(after: .seconds(3600), note(9)).dispose()
    await withCheckedContinuation { continuation in
      for number in 1...3 { scheduler.schedule(after: .milliseconds(number), note(number)) }
      scheduler.schedule(after: .milliseconds(4)) { continuation.resume() }
    }
    #expect(order.value == [1, 2, 3])
  }

  @MainActor @Test func mainIsAlwaysAsynchronous() async {
    await withCheckedContinuation { continuation in
      DispatchScheduler.main.schedule {
        note(2)()
        continuation.resume()
      }
      note(1)()
    }
    #expect(order.value == [1, 2])
  }

  @MainActor @Test func uiIsSynchronousOnTheMainQueueUnlessWorkWaitsThere() async {
    let ui = UIScheduler()
    ui.schedule(after: .zero) { MainActor.assertIsolated() }
    ui.schedule(after: .zero, note(1))
    ui.schedule(note(2))
    let atOnce = order.value
    DispatchQueue(label: "background").sync { _ = ui.schedule(note(3)) }
    ui.schedule(note(4))
    let waiting = order.value
    await turnOfTheMainQueue()
    #expect([atOnce, waiting, order.value] == [[1, 2], [1, 2], [1, 2, 3, 4]])
    #expect(UIScheduler.ui === UIScheduler.ui, "all uses of `.ui` have one order")
  }
}

/// Returns after the work that is on the main queue now.
@MainActor func turnOfTheMainQueue() async {
  await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
}
