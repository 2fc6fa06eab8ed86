import Dispatch
import Signals
import SignalsTesting
import Testing

@Suite struct SchedulerTests {
  @Test func immediateRunsBeforeItReturns() {
    let runs = MutableProperty(0), immediate = ImmediateScheduler()
    let work = [immediate.schedule { runs.value += 1 }, immediate.schedule(after: .seconds(9)) { runs.value += 1 }]
    #expect(runs.value == 2 && work.allSatisfy { $0.isDisposed })
  }

  @Test func aQueueRunsWorkInOrderAndDropsDisposedWork() async {
    let queue = DispatchQueue(label: "scheduler")
    let scheduler = DispatchScheduler(queue)
    queue.suspend()
    let (signal, input) = Signal<Int, Never>.pipe()
    let recorder = Recorder(signal)
    scheduler.schedule { input.send(1) }
    scheduler.schedule { input.send(2) }.dispose()
    scheduler.schedule(after: .nanoseconds(1)) {}.dispose()
    async let completed = signal.collect().firstValue()
    scheduler.schedule { input.send(3) }
    scheduler.schedule { input.complete() }
    queue.resume()
    _ = await completed
    #expect(recorder.values == [1, 3])
  }

  @MainActor @Test func mainIsAlwaysAsynchronous() async {
    let order = MutableProperty<[String]>([])
    let (signal, input) = Signal<Void, Never>.pipe()
    async let done: Void? = signal.firstValue()
    await Task.yield()
    MainScheduler.main.schedule {
      order.modify { $0.append("scheduled") }
      input.complete()
    }
    order.modify { $0.append("after") }
    _ = await done
    #expect(order.value == ["after", "scheduled"])
  }

  @MainActor @Test func uiIsSynchronousOnTheMainQueueWhenNothingWaits() {
    let ui = UIScheduler(), order = MutableProperty<[Int]>([])
    ui.schedule(after: .zero) {
      MainActor.assertIsolated()
      order.modify { $0.append(1) }
    }
    ui.schedule { order.modify { $0.append(2) } }
    #expect(order.value == [1, 2])
  }

  @MainActor @Test func uiKeepsTheOrderOfWaitingWork() async {
    let ui = UIScheduler(), order = MutableProperty<[Int]>([])
    DispatchQueue(label: "background").sync { _ = ui.schedule { order.modify { $0.append(1) } } }
    ui.schedule { order.modify { $0.append(2) } }
    #expect(order.value == [], "the second overtook the first")
    await turnOfTheMainQueue()
    #expect(order.value == [1, 2])
    #expect(UIScheduler.ui === UIScheduler.ui, "all uses of `.ui` have one order")
  }
}

/// Returns after the work that is on the main queue now.
@MainActor func turnOfTheMainQueue() async {
  await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
}
